// One emulated RP2040 on rp2040js, driven over stdin and stdout: one JSON object a line in, one a line back.
//
// Arguments: the folder of the rp2040js module, a file with the boot ROM, a file with the flash, and the wiring as JSON:
// {kind: "matrix", led, bytes, rows, columns} or {kind: "shift", led, bytes, clock, latch, data}; `bytes` are those of an
// LED frame. With `timed`, a list of pins, the time for which each was high is told. Contacts are numbered along the rows of the matrix, or by bit of the chain.
//
// With `radio` in the wiring, {clock, data, select, power}, a Pico W's radio hangs on these pins. What its words mean is not
// known here: a line {radio: [words]} or {radio: "off"} may come before any answer, and wants a line {answer: [words], more,
// waiting} at once: the radio's own words, or how many more it wants to have, and whether it has a packet.
//
// With `identity` in the wiring, {sda, scl}, the 3-axis sensors of a hundred tiles and their multiplexers hang on I2C 0; what
// they feel is a command's `fields`, three microtesla a tile.
//
// A command is an object with any of `closed` (contacts), `send` (hex for the data port), `dtr` (whether the
// host holds the data port open), `reading` (whether it reads), `waiting` (whether the radio has a packet), `fault` (true: the
// core takes a hard fault where it is), then `run` (milliseconds of the chip's time). The answer
// is {now, queued, events}; an event is [kind, ms, value]: "frame" and "torn" (hex of the LED bytes), "pause" (microseconds
// for which the LEDs' wire was silent before a frame), "high" ([pin, milliseconds]), "data" and "console" (hex), "reset" (1 watchdog, 2 asked for), "usb" (the configuration's descriptors).
import { readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [library, romFile, flashFile, wiringText] = process.argv.slice(2);
const esm = join(library, 'dist', 'esm');
const load = (name) => import(pathToFileURL(join(esm, name)).href);
const { RP2040 } = await load('rp2040.js');
const { SimulationClock } = await load('clock/simulation-clock.js');
const { CortexM0Core } = await load('cortex-m0-core.js');
const { RPPIO, WaitType } = await load('peripherals/pio.js');
const { USBCDC } = await load('usb/cdc.js');
const { createSetupPacket, setDeviceAddressPacket } = await load('usb/setup.js');

let pioNext = Infinity;
const CYCLE_NS = 8; // 125 MHz
const FRAME_GAP_NS = 250e3; // a pause this long ends a frame
const LED_BYTE_NS = 10e3;
const TX_STALL = 1 << 24;
const DTR_RTS = 3;
const HARD_FAULT = 3;

// --- what rp2040js 1.4 does not do by itself -------------------------------------------------------------------

const link = SimulationClock.prototype.linkAlarm;
SimulationClock.prototype.linkAlarm = function (nanos, alarm) {
  return link.call(this, Math.max(nanos, 500), alarm); // an alarm in the past is never found again
};
const RAM = 0x20000000;
const FLASH = 0x10000000;
const { readUint32, writeUint32 } = RP2040.prototype;
RP2040.prototype.readUint32 = function (address) { // the memories first: nearly every access is to one of them
  const at = address >>> 0;
  if (at >= RAM && at < RAM + 0x42000) return this.sramView.getUint32(at - RAM, true);
  if (at >= FLASH && at < FLASH + 0x1000000) return this.flashView.getUint32(at - FLASH, true);
  return readUint32.call(this, address);
};
RP2040.prototype.writeUint32 = function (address, value) {
  const at = address >>> 0;
  if (at >= RAM && at < RAM + 0x42000) this.sramView.setUint32(at - RAM, value, true);
  else writeUint32.call(this, address, value);
};
const check = CortexM0Core.prototype.checkForInterrupts;
CortexM0Core.prototype.checkForInterrupts = function () {
  if (this.PM && !this.pendingNMI) {
    this.interruptsUpdated = false; // masked: WFI still wakes, see `run`, but no handler is entered
    return false;
  }
  return check.call(this);
};
RPPIO.prototype.run = function () {}; // clocked in `stepPio` instead of by a timer of this machine
for (const access of ['readUint32', 'writeUint32']) {
  const original = RPPIO.prototype[access];
  RPPIO.prototype[access] = function (...given) {
    pioNext = 0; // a machine that waits for its FIFO may go on
    const answer = original.apply(this, given);
    for (const machine of this.machines) machine.updateDMATx(); // a FIFO that was cleared takes data again
    return answer;
  };
}

// --- the chip ---------------------------------------------------------------------------------------------------

const rom = new Uint32Array(new Uint8Array(readFileSync(romFile)).buffer);
const flash = readFileSync(flashFile);
const wiring = JSON.parse(wiringText);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let chip, cdc, ports, armed, outgoing, held, reading, frame, frameAt, resetReason;
let closed = new Set();
let elapsed = 0; // nanoseconds before the last reset
const events = [];
const now = () => elapsed + chip.clock.nanos;
const tell = (kind, value) => events.push([kind, now() / 1e6, value]);
const hex = (bytes) => Buffer.from(bytes).toString('hex');

function power(before) {
  chip = new RP2040(new SimulationClock());
  chip.logger = quiet;
  chip.loadBootrom(rom);
  chip.flash.set(before ? before.flash : flash);
  const watchdog = chip.peripherals[0x40058];
  if (before) {
    chip.sram.set(before.sram);
    watchdog.scratchData.set(before.peripherals[0x40058].scratchData);
    watchdog.reason = resetReason;
  }
  watchdog.onWatchdogTrigger = () => {
    resetReason = watchdog.reason;
  };
  resetReason = 0;
  ports = [];
  armed = new Map();
  outgoing = [];
  held = [];
  reading = true;
  pioNext = Infinity;
  frame = [];
  frameAt = 0;
  for (const pin of chip.qspi) {
    pin.padValue |= 0x40; // an input, as after a reset
    pin.setInputValue(true); // the boot button is not pressed
  }
  wire();
  if (wiring.radio) wireRadio();
  if (wiring.identity) wireIdentity();
  for (const pin of wiring.timed || []) {
    let begun = 0;
    chip.gpio[pin].addListener((value, before) => {
      if (value === 1) begun = now();
      else if (before === 1) tell('high', [pin, (now() - begun) / 1e6]);
    });
  }
  tapLeds();
  attachUsb();
  chip.core.PC = 0x10000000;
}

// --- sensors ----------------------------------------------------------------------------------------------------

function wire() {
  const gpio = chip.gpio;
  if (wiring.kind === 'matrix') {
    const column = (c) =>
      gpio[wiring.columns[c]].setInputValue(
        !wiring.rows.some((row, r) => gpio[row].value === 0 && closed.has(wiring.columns.length * r + c)),
      );
    chip.rewire = () => wiring.columns.forEach((_, c) => column(c));
    wiring.rows.forEach((row, r) =>
      gpio[row].addListener(() => {
        wiring.columns.forEach((_, c) => closed.has(wiring.columns.length * r + c) && column(c));
      }),
    );
  } else {
    let shifted = 0;
    let latched = new Set();
    const out = () => gpio[wiring.data].setInputValue(!latched.has(shifted)); // 74HC165, sensors active low
    const loading = () => gpio[wiring.latch].value === 0;
    const latch = () => {
      shifted = 0;
      latched = new Set(closed);
      out();
    };
    chip.rewire = () => loading() && latch();
    gpio[wiring.latch].addListener(latch); // transparent while low, frozen when it rises
    gpio[wiring.clock].addListener((value) => {
      if (value === 1 && !loading()) {
        shifted++;
        out();
      }
    });
  }
  chip.rewire();
}

// --- the radio of a Pico W -----------------------------------------------------------------------------------------

let waiting = false; // whether it has a packet for the chip, which it shows on the data line while it is not selected
let selected = false;

function ask(radio) {
  say({ radio });
  const reply = JSON.parse(line());
  waiting = reply.waiting;
  return reply;
}

function wireRadio() {
  const { gpio } = chip;
  const { clock, data, select, power } = wiring.radio;
  let word, bits, words, wanted, answer;
  const begin = () => ([word, bits, words, wanted, answer] = [0, 0, [], 1, null]);
  begin();
  selected = false;
  ask('off');
  chip.showWaiting = () => selected || gpio[data].setInputValue(waiting);
  gpio[power].addListener((value) => value !== 1 && ask('off'));
  gpio[select].addListener((value) => {
    selected = value === 0;
    begin();
    chip.showWaiting();
  });
  gpio[clock].addListener((value, before) => {
    if (!selected) return;
    if (value === 1 && !answer) {
      word = ((word << 1) | (gpio[data].value === 1)) >>> 0;
      if (++bits < 32) return;
      words.push(word);
      [word, bits] = [0, 0];
      if (words.length < wanted) return;
      const reply = ask(words);
      [words, wanted] = [[], reply.more || Infinity];
      if (reply.answer.length) answer = reply.answer;
    } else if (before === 1 && answer && bits < 32 * answer.length) {
      gpio[data].setInputValue(Boolean((answer[bits >> 5] >>> (31 - (bits & 31))) & 1));
      bits++;
    }
  });
}

// --- 3-axis sensors: TMAG5273 behind TCA9548A, as busio.py of the virtual board has them -------------------------------

const FIRST_MULTIPLEXER = 0x70;
const ADDRESSES = [0x35, 0x22, 0x44];
const I2C_BYTE_NS = 22500; // nine bits at 400 kHz
const CONVERSION_NS = 2.6e6;
let fields = new Array(300).fill(0); // microtesla

function wireIdentity() {
  const i2c = chip.i2c[0];
  const channels = new Array(5).fill(0);
  const sensors = Array.from({ length: 100 }, () => {
    const registers = new Uint8Array(32);
    registers.set([0x49, 0x54], 0x0e);
    registers[0x18] = 0x10; // it has powered up
    return { registers, begun: null };
  });
  const heard = (address) => {
    const column = ADDRESSES.indexOf(address);
    for (let channel = 0; column >= 0 && channel < 40; channel++)
      if (channels[channel >> 3] & (1 << (channel & 7)) && (channel & 3) * 3 + column < 10)
        return 20 * (channel >> 3) + 10 * ((channel & 7) >> 2) + (channel & 3) * 3 + column;
    return -1;
  };
  const convert = (tile) => {
    const { registers, begun } = sensors[tile];
    if (begun === null || now() - begun < CONVERSION_NS) return;
    sensors[tile].begun = null;
    for (let axis = 0; axis < 3; axis++) {
      const counts = Math.max(-32768, Math.min(32767, Math.trunc((fields[3 * tile + axis] * 32768) / 40000))) & 0xffff;
      registers[0x12 + 2 * axis] = counts >> 8;
      registers[0x13 + 2 * axis] = counts & 255;
    }
  };
  const later = (nanos, action) => chip.clock.createAlarm(action).schedule(nanos);
  let multiplexer, tile, at, triggers;
  i2c.onStart = () => later(I2C_BYTE_NS / 9, () => i2c.completeStart());
  i2c.onConnect = (address, mode) => {
    multiplexer = address - FIRST_MULTIPLEXER;
    const chosen = heard(address);
    if (mode === 0) [tile, at, triggers] = [chosen, -1, false];
    else if (chosen >= 0) convert(chosen);
    later(I2C_BYTE_NS, () => i2c.completeConnect(chosen >= 0 || (multiplexer >= 0 && multiplexer < 5)));
  };
  i2c.onWriteByte = (value) => {
    if (multiplexer >= 0 && multiplexer < 5) channels[multiplexer] = value;
    else if (at < 0) [at, triggers] = [value & 0x7f, value > 0x7f];
    else {
      const { registers } = sensors[tile];
      if (at === 0x18) registers[at] &= ~(value & 0x10);
      else if (at < 0x0d) registers[at] = value;
      at++;
    }
    later(I2C_BYTE_NS, () => i2c.completeWrite(true));
  };
  i2c.onReadByte = () => {
    if (triggers) [sensors[tile].begun, triggers] = [now(), false];
    const value = sensors[tile].registers[at++];
    later(I2C_BYTE_NS, () => i2c.completeRead(value));
  };
  i2c.onStop = () => later(I2C_BYTE_NS / 9, () => i2c.completeStop());
  for (const pin of [wiring.identity.sda, wiring.identity.scl]) chip.gpio[pin].setInputValue(true); // pulled up
}

// --- LEDs -------------------------------------------------------------------------------------------------------

function endFrame() {
  if (frame.length) events.push([frame.length === wiring.bytes ? 'frame' : 'torn', frameAt / 1e6, hex(frame)]);
  frame = [];
}

function tapLeds() {
  for (const pio of chip.pio)
    for (const machine of pio.machines) {
      const write = machine.writeFIFO;
      machine.writeFIFO = function (value) {
        if (machine.sidesetBase !== wiring.led) return write.call(this, value); // a Pico W's radio has one of its own
        if (now() - frameAt > FRAME_GAP_NS) endFrame();
        if (!frame.length && machine.due) tell('pause', (chip.clock.nanosCounter - machine.due) / 1e3);
        frame.push(value >>> 24);
        frameAt = now();
        if (frame.length === wiring.bytes) endFrame();
        return write.call(this, value);
      };
    }
}

// Whether only somebody else's access to a FIFO lets this machine go on.
const starved = (machine) =>
  machine.waiting &&
  (machine.waitType === WaitType.rxFIFO
    ? machine.rxFIFO.full
    : (machine.waitType === WaitType.Out || machine.waitType === WaitType.txFIFO) && machine.txFIFO.empty);

// Takes the bytes of the LEDs as fast as its program clocks them out, without running that bit by bit.
function drain(pio, machine, nanos) {
  // While nothing is there to be sent, `due` stays where the last byte ended, for the silence since then is told.
  if (!machine.txFIFO.empty && (machine.due === undefined || machine.due < nanos - 1000)) machine.due = nanos;
  while (machine.due <= nanos && !machine.txFIFO.empty) {
    machine.txFIFO.pull();
    machine.updateDMATx();
    machine.due += LED_BYTE_NS;
  }
  if (machine.txFIFO.empty) pio.fdebug |= TX_STALL << machine.index;
  else pioNext = Math.min(pioNext, machine.due);
}

function stepPio() {
  const nanos = chip.clock.nanosCounter;
  pioNext = Infinity;
  for (const pio of chip.pio) {
    if (pio.stopped) continue;
    for (const machine of pio.machines) {
      if (!machine.enabled) continue;
      if (machine.sidesetBase === wiring.led) {
        drain(pio, machine, nanos);
        continue;
      }
      if (machine.due === undefined || machine.due < nanos - 1000) machine.due = nanos;
      const period = CYCLE_NS * (machine.clockDivInt + machine.clockDivFrac / 256);
      while (machine.due <= nanos && !starved(machine)) {
        const before = machine.cycles;
        machine.step();
        machine.due += period * Math.max(1, machine.cycles - before);
        pio.checkChangedPins();
      }
      if (!starved(machine)) pioNext = Math.min(pioNext, machine.due);
    }
  }
}

// --- USB: a host that sends what there is and otherwise nothing ---------------------------------------------------

function channels(descriptors) {
  const found = [];
  for (let at = 0, control = -1, data = null; at < descriptors.length; at += descriptors[at]) {
    const [length, type, number, , , kind] = descriptors.slice(at, at + 6);
    if (!length) break;
    if (type === 4) {
      data = null;
      if (kind === 2) control = number;
      if (kind === 10) found.push((data = { control }));
    } else if (type === 5 && data) data[number & 0x80 ? 'in' : 'out'] = number & 15;
  }
  return found;
}

function attachUsb() {
  const usb = chip.usbCtrl;
  cdc = new USBCDC(usb);
  const answered = usb.onEndpointWrite;
  usb.onEndpointWrite = (endpoint, buffer) => {
    answered(endpoint, buffer);
    const which = ports.findIndex((port) => port.in === endpoint);
    if (which >= 0 && buffer.length) tell(which === ports.length - 1 && which > 0 ? 'data' : 'console', hex(buffer));
  };
  usb.onEndpointRead = (endpoint, size) => {
    armed.set(endpoint, size);
    deliver();
  };
  const ready = usb.indicateBufferReady;
  usb.indicateBufferReady = function (endpoint, out) {
    if (!out && !reading && endpoint === ports.at(-1)?.in) held.push(endpoint);
    else ready.call(this, endpoint, out);
  };
  cdc.onDeviceConnected = () => {
    ports = channels(cdc.descriptors);
    tell('usb', hex(cdc.descriptors));
  };
  usb.onResetReceived = () => {
    cdc.descriptorsSize = null;
    cdc.descriptors = [];
    cdc.initialized = false;
    usb.sendSetupPacket(setDeviceAddressPacket(1));
  };
}

function deliver() {
  const port = ports.length > 1 ? ports.at(-1) : null;
  if (!port || !outgoing.length || !armed.has(port.out)) return;
  const size = armed.get(port.out);
  armed.delete(port.out);
  chip.usbCtrl.endpointReadDone(port.out, Uint8Array.from(outgoing.splice(0, size)));
}

function lines(value) {
  cdc.usb.sendSetupPacket(
    createSetupPacket({ dataDirection: 0, type: 1, recipient: 0, bRequest: 0x22, wValue: value, wIndex: ports.at(-1).control, wLength: 0 }),
  );
}

// --- time -------------------------------------------------------------------------------------------------------

function run(ms) {
  const end = now() + ms * 1e6;
  while (now() < end) {
    const { core, clock } = chip;
    const stop = end - elapsed;
    while (clock.nanosCounter < stop && !resetReason) {
      if (core.waiting) {
        if (core.pendingInterrupts & core.enabledInterrupts || core.pendingSystick || core.pendingPendSV) {
          core.waiting = false;
          core.interruptsUpdated = true;
          continue;
        }
        const next = Math.min(clock.nextAlarm ? clock.nextAlarm.nanos : Infinity, pioNext, stop);
        clock.tick(Math.max(CYCLE_NS, next - clock.nanosCounter));
      } else {
        clock.tick(core.executeInstruction() * CYCLE_NS);
      }
      if (pioNext <= clock.nanosCounter) stepPio();
    }
    if (resetReason) {
      tell('reset', resetReason);
      elapsed += clock.nanos;
      power(chip);
    }
  }
}

// --- lines in and out, without ever going on before they are there ------------------------------------------------------

let unread = '';

function line() {
  const bytes = Buffer.alloc(65536);
  let end;
  while ((end = unread.indexOf('\n')) < 0) {
    const count = readSync(0, bytes);
    if (!count) process.exit(); // nobody asks any more
    unread += bytes.toString('latin1', 0, count);
  }
  const text = unread.slice(0, end);
  unread = unread.slice(end + 1);
  return text;
}

function say(answer) {
  const bytes = Buffer.from(JSON.stringify(answer) + '\n');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
  } catch {
    process.exit(); // nobody listens any more
  }
}

power(null);
for (;;) {
  const command = JSON.parse(line());
  if (command.closed) {
    closed = new Set(command.closed);
    chip.rewire();
  }
  if (command.fields) fields = command.fields;
  if (command.send) {
    outgoing.push(...Buffer.from(command.send, 'hex'));
    deliver();
  }
  if (command.dtr !== undefined && ports.length > 1) {
    lines(command.dtr ? DTR_RTS : 0);
  }
  if (command.reading !== undefined) {
    reading = command.reading;
    if (reading) for (const endpoint of held.splice(0)) chip.usbCtrl.indicateBufferReady(endpoint, false);
  }
  if (command.waiting !== undefined && wiring.radio) {
    waiting = command.waiting;
    chip.showWaiting();
  }
  if (command.fault) {
    chip.core.waiting = false;
    chip.core.exceptionEntry(HARD_FAULT);
  }
  if (command.run) run(command.run);
  say({ now: now() / 1e6, queued: outgoing.length, events: events.splice(0) });
}

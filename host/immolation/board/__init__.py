"""The physical board seen from the host: links, occupancy, guidance, scenes, the virtual board."""

"""The pages a browser opens: their server, the table, the page for strangers, and the style they share."""

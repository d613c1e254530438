// Preloaded into each server: tells the bench how much CPU its process has used, and ends with the bench.
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());

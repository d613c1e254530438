// Loaded into a server with --import and --expose-gc: at SIGUSR2 it prints how much of the heap is in use, without garbage.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  console.log(`heap in use: ${process.memoryUsage().heapUsed} bytes`);
});

/** What is reached from some nodes of a graph, each node once, the nearest first. A chain may be longer than the stack. */
export function* reached<T extends object>(
  starts: Iterable<T>,
  next: (node: T) => Iterable<T>,
): Generator<T> {
  const found = new Set(starts);
  const queue = [...found];
  for (let i = 0, node = queue[0]; node; node = queue[++i]) {
    yield node;
    for (const other of next(node)) {
      if (found.has(other)) continue;
      found.add(other);
      queue.push(other);
    }
  }
}

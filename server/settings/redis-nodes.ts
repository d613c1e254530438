/**
 * Splits `REDIS_URL` into its addresses: one, or the nodes of a Redis Cluster, as in
 * `redis://:password@a:6379,b:6379`.
 */
export function redisNodes(url: string): string[] {
  const [, before = "", hosts = ""] =
    /^(rediss?:\/\/(?:[^@/]*@)?)(.*)$/s.exec(url) ?? [];
  return hosts.split(",").map((host) => before + host);
}

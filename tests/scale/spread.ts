import { quantile } from '../../bench/lib/stats.ts'

/** Half and nearly all of some times in ms, for a person. */
export const spread = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`

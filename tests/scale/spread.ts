import { quantile } from '../../bench/lib/stats.ts'

/** The median and the 99th percentile of some times in ms, as text. */
export const formatPercentiles = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`

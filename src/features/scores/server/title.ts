import type { ScoreNews } from './news.ts'

/** "1,234,560 on Medieval Madness by Ada" */
export const titleOf = ({ value, machineName, displayName }: Pick<ScoreNews, 'value' | 'machineName' | 'displayName'>): string =>
  `${value.toLocaleString('en-US')} on ${machineName} by ${displayName}`

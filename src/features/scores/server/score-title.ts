import type { ScoreRecord } from './score-fields.ts'

/** Formats a score such as "1,234,560 on Medieval Madness". */
export const scoreSummary = ({ value, machineName }: Pick<ScoreRecord, 'value' | 'machineName'>): string =>
  `${value.toLocaleString('en-US')} on ${machineName}`

/** Formats a score such as "1,234,560 on Medieval Madness by Ada". */
export const scoreTitle = (score: Pick<ScoreRecord, 'value' | 'machineName' | 'displayName'>): string =>
  `${scoreSummary(score)} by ${score.displayName}`

/** A score as the subject of an entry of the audit log. */
export const auditSubject = (score: ScoreRecord) => ({ kind: 'score', id: score.id, label: scoreSummary(score) }) as const

import * as v from 'valibot'
import { strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { scoreFormat } from '../score-format.ts'

/** The most first places on machines win, then the most second places, and so on. */
export interface HighScore {
  kind: 'high-score'
}

export const highScore = defineEventFormat({
  kind: 'high-score',
  schema: strictObject({ kind: v.literal('high-score') }),
  rules: (_format: HighScore) => scoreFormat({}),
})

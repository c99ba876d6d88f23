import type { FormatForm } from '#events/formats/ui/format-form.ts'
import type { HighScore } from '../rules.ts'

export const form: FormatForm<HighScore> = {
  initial: {},
  toValues: () => ({}),
  toFormat: () => ({ kind: 'high-score' }),
}

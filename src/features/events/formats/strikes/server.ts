import { groupsOfSize } from '#events/rules/draw/pairing.ts'
import type { Figures } from '#events/rules/format-rules.ts'
import { roundFormatServer } from '#events/server/standings/round-format-server.ts'
import type { FormatServer } from '../server/format-server.ts'
import type { Strikes } from './rules.ts'

const countStrikes = ({ strikes }: Figures): number => strikes ?? 0

export const server: FormatServer<Strikes> = {
  ...roundFormatServer(({ groupSize }: Strikes) => groupsOfSize('balanced', groupSize), {
    header: 'strikes',
    value: countStrikes,
  }),
  csvTotal: countStrikes,
}

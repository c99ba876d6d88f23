import { groupsOfSize } from '../../rules/draw/pairing.ts'
import { roundFormatServer } from '../../server/standings/round-format-server.ts'
import type { FormatServer } from '../server/format-server.ts'
import type { Strikes } from './rules.ts'

export const server: FormatServer<Strikes> = {
  ...roundFormatServer(({ groupSize }: Strikes) => groupsOfSize('balanced', groupSize), {
    header: 'strikes',
    value: ({ strikes }) => strikes ?? 0,
  }),
  csvTotal: ({ strikes }) => strikes ?? 0,
}

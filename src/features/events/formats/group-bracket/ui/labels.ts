import { bracketLabels } from '#events/formats/ui/bracket-labels.ts'
import type { FormatLabels } from '#events/formats/ui/format-labels.ts'
import { groupPointsLabel } from '#events/formats/ui/group-points-label.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import type { GroupBracket } from '../rules.ts'

export const labels: FormatLabels<GroupBracket> = {
  ...bracketLabels,
  order: 4,
  name: m.events_group_bracket,
  summary: m.events_group_bracket_summary,
  sentence: ({ games, points }) => m.events_group_bracket_sentence({ count: games, n: games, points: groupPointsLabel(points, 4) }),
  game: ({ points }) => times(points, m.events_count_points),
}

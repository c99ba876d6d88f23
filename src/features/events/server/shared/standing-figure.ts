import type { StandingsDoc } from '../../contract/documents.ts'
import type { EventFormat } from '../../formats/registry.ts'
import { shortTieLabel } from '../../ui/labels/short-tie-label.ts'
import { formatFigure } from '../../ui/labels/standing-labels.ts'

/** Returns what a row of standings shows at its end, and in a few words what decided a tie (null: nothing did), in the active language. */
export const standingFigure = (
  format: EventFormat,
  row: StandingsDoc & { _id: string },
): { value: string; unit: string; tie: string | null } => ({ ...formatFigure(format, row), tie: shortTieLabel(format, row) })

import type { StandingsDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { shortTieLabel } from '#events/ui/labels/short-tie-label.ts'
import { formatFigure } from '#events/ui/labels/standing-labels.ts'

/** Returns what a row of standings shows at its end, and in a few words what decided a tie (null: nothing did), in the active language. */
export const standingFigure = (
  format: EventFormat,
  row: StandingsDoc & { _id: string },
): { value: string; unit: string; tie: string | null } => ({ ...formatFigure(format, row), tie: shortTieLabel(format, row) })

import { smallest } from '#platform/ui/pictures/pictures.ts'
import type { MachineDoc } from '../contract/machines.ts'
import type { ThumbFacts } from './MachineThumb.tsx'

/** What the small picture of a machine shows. */
export const thumbFacts = ({ year, type, display, backglass }: MachineDoc): ThumbFacts => ({
  type,
  picture: smallest(backglass),
  ...(year === null ? {} : { year }),
  ...(display === undefined ? {} : { display: display as NonNullable<ThumbFacts['display']> }),
})

import { plainNumber } from '../../../../platform/ui/plain-format.ts'

/** "1 member", "1,204 members" */
export const memberCountWords = (count: number): string => (count === 1 ? '1 member' : `${plainNumber(count)} members`)

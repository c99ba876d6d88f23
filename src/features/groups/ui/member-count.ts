import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'

/** Returns "1 member", "1,204 members". */
export const memberCountLabel = (count: number): string => m.ui_count_members({ count, n: plainNumber(count) })

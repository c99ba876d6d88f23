import * as m from '#messages'
import { Notice } from '../states/Notice.tsx'
import type { NamedItem } from './OrderedList.tsx'

export interface ListConflictProps {
  /** the list as it was shown when the user began */
  before: readonly NamedItem[]
  /** the list that somebody else has saved since */
  now: readonly NamedItem[]
  /** what that means for what the user has entered */
  words: string
}

/** Tells what somebody else has changed in a list while the user was changing it. */
export function ListConflict({ before, now, words }: ListConflictProps) {
  const without = (list: readonly NamedItem[], others: readonly NamedItem[]): NamedItem[] =>
    list.filter(({ id }) => !others.some(other => other.id === id))
  const names = (list: readonly NamedItem[]): string => list.map(({ name }) => name).join(m.ui_list_comma())
  const [added, removed] = [without(now, before), without(before, now)]
  const stayed = without(now, added)
  const isMoved = without(before, removed).some(({ id }, index) => stayed[index]!.id !== id)
  return (
    <Notice kind="warn" title={m.ui_conflict_title()}>
      {added.length > 0 && <span>{m.ui_conflict_added({ names: names(added) })}</span>}
      {removed.length > 0 && <span>{m.ui_conflict_removed({ names: names(removed) })}</span>}
      {isMoved && <span>{m.ui_conflict_order({ names: names(now) })}</span>}
      <span>{words}</span>
    </Notice>
  )
}

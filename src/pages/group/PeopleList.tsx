import { useState } from 'react'
import { commas } from '#events/ui/labels/list-labels.ts'
import { compareNames } from '#events/ui/use-event.ts'
import { type GroupPersonDoc, groupsPeople } from '#groups/contract.ts'
import type { GroupPerson } from '#groups/ui/use-group.ts'
import { IfpaCheck } from '#imports/ui/IfpaCheck.tsx'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { isContained, searchText } from '#platform/text/fold.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AddPeopleDialog } from './AddPeopleDialog.tsx'
import styles from './group.module.css'
import { PersonDialog } from './PersonDialog.tsx'

/** With more people than this, a search field is shown. */
const SEARCH_THRESHOLD = 20

/** The people who play in the group's events without an account, for those who run the group. */
export function PeopleList({ groupId }: { groupId: string }) {
  const live = useSubscription(groupsPeople, { groupId })
  const locale = getActiveLocale()
  const people = useDocuments<GroupPersonDoc, GroupPerson[]>(
    'groupPeople',
    documents => {
      const compare = compareNames(locale)
      return documents.filter(each => each.groupId === groupId).sort((a, b) => compare(a.name, b.name))
    },
    [groupId, locale],
  )
  const [isAdding, setIsAdding] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [done, setDone] = useState('')
  const open = people.find(each => each._id === openId)
  const matching = people.filter(({ name, note = '' }) => isContained(searchText([name, note]), typed))
  return (
    <section className={layout.stack4} aria-labelledby="people">
      <h2 id="people">{m.groups_people()}</h2>
      <p className={layout.quiet}>{m.groups_people_words()}</p>
      {live.state === 'failed' && <ErrorState title={m.groups_people_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'pending' && people.length === 0 && <Skeleton kind="board-row" count={3} />}
      {live.state === 'ready' && people.length === 0 && <p>{m.groups_people_none()}</p>}
      {people.length > SEARCH_THRESHOLD && (
        <TextField
          label={m.groups_people_find()}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {people.length > 0 && matching.length === 0 && <p className={layout.quiet}>{m.groups_people_no_such()}</p>}
      {matching.length > 0 && (
        <List className={styles.members} aria-labelledby="people">
          {matching.map(({ _id, name, ifpaNumber, note, userId }) => (
            <li key={_id} className={cx(layout.line3, styles.member)}>
              <Avatar name={name} picture={undefined} />
              <span className={cx(layout.stack, styles.person)}>
                <span className={layout.oneLine} dir="auto">
                  {name}
                </span>
                <span className={cx(layout.oneLine, layout.quiet, layout.small)} dir="auto">
                  {commas([userId !== undefined && m.groups_people_has_account(), ifpaNumber !== undefined && `IFPA ${ifpaNumber}`, note])}
                </span>
              </span>
              <Button kind="plain" aria-label={m.groups_people_edit({ name })} onClick={() => setOpenId(_id)}>
                {m.groups_manage()}
              </Button>
            </li>
          ))}
        </List>
      )}
      <p role="status">{done}</p>
      <div className={layout.row3}>
        <Button onClick={() => setIsAdding(true)}>{m.groups_people_add()}</Button>
        <ButtonLink href={`/import?what=people&group=${groupId}`}>{m.imports_link_people()}</ButtonLink>
      </div>
      <IfpaCheck people={people.flatMap(({ name, ifpaNumber }) => (ifpaNumber === undefined ? [] : [{ name, ifpaNumber }]))} />
      {isAdding && <AddPeopleDialog groupId={groupId} people={people} onDone={setDone} onClose={() => setIsAdding(false)} />}
      {open !== undefined && <PersonDialog person={open} people={people} onDone={setDone} onClose={() => setOpenId(null)} />}
    </section>
  )
}

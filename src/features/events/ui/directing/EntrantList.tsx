import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { useMethod } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { FormBody } from '../../../../platform/ui/form/FormBody.tsx'
import { TextField } from '../../../../platform/ui/form/TextField.tsx'
import { useForm } from '../../../../platform/ui/form/use-form.ts'
import { Avatar } from '../../../../platform/ui/pictures/Avatar.tsx'
import { isIfpaNumber } from '../../../players/ui/ifpa-number.ts'
import { PRESENCES } from '../../contract/documents.ts'
import { eventsAddGuest, eventsPresence } from '../../contract/entrants.ts'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import { AdminRow } from './AdminRow.tsx'
import { ActionButton, ActionError } from './action-area.tsx'
import styles from './directing.module.css'
import { PersonDialog } from './EntrantDialog.tsx'
import { PRESENCE } from './presence-labels.ts'

/** With more entrants than this, a search field is shown. */
const FEW = 8

const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The entrants with their presence, a form to add guests, and a dialog with more actions for each entrant. */
export function EntrantList({ event, entrants, over }: { event: ShownEvent; entrants: readonly Entrant[]; over: boolean }) {
  const presence = useMethod(eventsPresence)
  const [wanted, setWanted] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const eventId = event._id
  const expected = entrants.filter(each => each.presence === 'expected')
  const counts = PRESENCES.map(each => [each, entrants.filter(entrant => entrant.presence === each).length] as const)
  const shown = entrants.filter(({ displayName }) => plain(displayName).includes(plain(wanted.trim())))
  const opened = entrants.find(({ _id }) => _id === open)
  const checkAllIn = async (): Promise<void> => {
    for (const { _id: entrantId } of expected) await presence({ eventId, entrantId, presence: 'here' })
  }
  return (
    <>
      <div className={styles.between}>
        <p className={styles.counts}>
          {entrants.length === 0
            ? m.events_people_nobody()
            : counts
                .filter(([, count]) => count > 0)
                .map(([each, count]) => m.events_people_count({ presence: each, n: count }))
                .join(' · ')}
        </p>
        {!over && expected.length > 0 && (
          <ActionButton thing="all" work={checkAllIn} said={m.events_people_all_in({ count: expected.length, n: expected.length })}>
            {m.events_people_check_all()}
          </ActionButton>
        )}
      </div>
      <ActionError thing="all" />
      {entrants.length > FEW && (
        <TextField
          label={m.events_people_find()}
          type="search"
          autoComplete="off"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      {shown.length === 0 && entrants.length > 0 && <p className={styles.quiet}>{m.events_people_no_such()}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.people} role="list" aria-label={m.events_players()}>
        {shown.map(({ _id, displayName, userId, avatar, ifpaNumber, presence: now }) => {
          const { words, next, action, said } = PRESENCE[now]
          return (
            <AdminRow
              key={_id}
              lead={<Avatar name={displayName} picture={avatar} />}
              title={displayName}
              facts={
                <>
                  <span className={styles[now]}>{words()}</span>
                  {userId === undefined && <span>{m.events_people_guest()}</span>}
                  {ifpaNumber !== undefined && <span>IFPA {ifpaNumber}</span>}
                </>
              }
              trouble={<ActionError thing={_id} />}
            >
              {!over && (
                <ActionButton
                  thing={_id}
                  kind={now === 'expected' ? 'primary' : 'quiet'}
                  label={m.events_people_action_of({ action: action(), name: displayName })}
                  said={said({ name: displayName })}
                  work={() => presence({ eventId, entrantId: _id, presence: next })}
                >
                  {action()}
                </ActionButton>
              )}
              <Button
                kind="plain"
                className={styles.more}
                aria-label={m.events_people_more_about({ name: displayName })}
                onClick={() => setOpen(_id)}
              >
                {m.events_people_more()}
              </Button>
            </AdminRow>
          )
        })}
      </ul>
      {!over && <AddGuest eventId={eventId} />}
      {opened && <PersonDialog event={event} entrant={opened} over={over} onClose={() => setOpen(null)} />}
    </>
  )
}

function AddGuest({ eventId }: { eventId: string }) {
  const add = useMethod(eventsAddGuest)
  const [added, setAdded] = useState('')
  /** The id of the last request. Sending the same guest again reuses it. */
  const sent = useRef<{ id: string; guest: string } | null>(null)
  const form = useForm({
    initial: { name: '', ifpaNumber: '' },
    check: ({ name, ifpaNumber }) => ({
      name: name.trim() === '' ? m.events_people_no_name() : undefined,
      ifpaNumber: isIfpaNumber(ifpaNumber) ? undefined : m.players_ifpa_wrong(),
    }),
    send: async ({ name, ifpaNumber: typed }) => {
      const ifpaNumber = typed.trim()
      const guest = `${name}/${ifpaNumber}`
      if (sent.current?.guest !== guest) sent.current = { id: v7(), guest }
      await add({ _id: sent.current.id, eventId, displayName: name, ...(ifpaNumber === '' ? {} : { ifpaNumber }) })
      sent.current = null
      setAdded(m.events_people_added({ name: name.trim() }))
      form.reset()
    },
  })
  return (
    <FormBody form={form} action={m.events_people_add()} kind="quiet" more={<span role="status">{form.touched ? '' : added}</span>}>
      <TextField
        label={m.events_people_guest()}
        hint={m.events_people_add_hint()}
        maxLength={60}
        autoComplete="off"
        {...form.field('name')}
      />
      <TextField
        label={m.players_ifpa()}
        hint={m.events_people_ifpa_hint()}
        inputMode="numeric"
        maxLength={6}
        autoComplete="off"
        dir="ltr"
        {...form.field('ifpaNumber')}
      />
    </FormBody>
  )
}

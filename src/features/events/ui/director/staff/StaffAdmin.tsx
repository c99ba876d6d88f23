import { useState } from 'react'
import { eventsSetStaff } from '#events/contract/staff.ts'
import { STAFF_ROLES, type StaffRole } from '#events/rules/staff.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminRow } from '../AdminRow.tsx'
import { ActionButton, ActionError, useAnnounce } from '../action-area.tsx'
import styles from '../director.module.css'
import { PlayerPicker } from '../entrants/PlayerPicker.tsx'

const ROLE_LABELS: Readonly<Record<StaffRole, () => string>> = {
  'co-director': m.events_staff_co_director,
  scorekeeper: m.events_staff_scorekeeper,
}

/** Who runs the event besides its director: a list, and a dialog that adds a player to it. */
export function StaffAdmin({ event }: { event: ShownEvent }) {
  const { _id: eventId, staff = [] } = event
  const setStaff = useMethod(eventsSetStaff)
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={cx(layout.stack3, layout.minor)} aria-labelledby="staff">
      <h2 id="staff">{m.events_staff()}</h2>
      {staff.length > 0 && (
        <List className={styles.people} aria-labelledby="staff">
          {staff.map(({ userId, displayName, role, avatar }) => (
            <AdminRow
              key={userId}
              lead={<Avatar name={displayName} picture={avatar} />}
              title={displayName}
              facts={<span>{ROLE_LABELS[role]()}</span>}
              error={<ActionError subjectId={userId} />}
            >
              <ActionButton
                subjectId={userId}
                label={m.events_staff_remove_one({ name: displayName })}
                doneMessage={m.events_staff_removed({ name: displayName })}
                action={() => setStaff({ eventId, userId, role: null })}
              >
                {m.events_staff_remove()}
              </ActionButton>
            </AdminRow>
          ))}
        </List>
      )}
      <div className={cx(layout.row2, styles.actions)}>
        <Button onClick={() => setAdding(true)}>{m.events_staff_add()}</Button>
      </div>
      {isAdding && <AddStaff event={event} onClose={() => setAdding(false)} />}
    </section>
  )
}

function AddStaff({ event: { _id: eventId, directorId }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const setStaff = useMethod(eventsSetStaff)
  const announce = useAnnounce()
  const form = useForm({
    initial: { userId: '', name: '', role: 'scorekeeper' as StaffRole },
    check: ({ userId }) => ({ userId: userId === '' ? m.events_state_hand_over_none() : undefined }),
    send: async ({ userId, name, role }) => {
      await setStaff({ eventId, userId, role })
      announce(m.events_staff_added({ name }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_staff_add()} onClose={onClose}>
      <FormBody form={form} action={m.events_staff_add()} wide>
        <PlayerPicker
          label={m.ui_player()}
          without={[directorId]}
          error={form.field('userId').error}
          onChoose={({ userId, name }) => {
            form.set('userId', userId)
            form.set('name', name)
          }}
        />
        <SegmentedControl
          label={m.events_staff_as()}
          value={form.values.role}
          choices={STAFF_ROLES.map(value => ({ value, label: ROLE_LABELS[value]() }))}
          onChange={role => form.set('role', role)}
        />
        <p className={layout.quiet}>
          {form.values.role === 'co-director' ? m.events_staff_co_director_words() : m.events_staff_scorekeeper_words()}
        </p>
      </FormBody>
    </Dialog>
  )
}

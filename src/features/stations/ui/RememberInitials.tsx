import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { stationsInitials, stationsSetInitials } from '../contract/reported-games.ts'
import { MAX_INITIALS, toInitials } from '../rules/initials.ts'

/**
 * Asks a player for the initials by which games at a venue are theirs, unless the same are registered.
 * @param initials those of the game that the player has just claimed
 */
export function RememberInitials({ venueId, venueName, initials }: { venueId: string; venueName: string; initials: string }) {
  const { result } = useMethodResult(stationsInitials, { venueId })
  const [saved, setSaved] = useState<string | null>(null)
  if (saved !== null)
    return (
      <p role="status">{saved === '' ? m.stations_initials_none() : m.stations_initials_done({ initials: saved, venue: venueName })}</p>
    )
  if (result === null || result.initials === initials) return null
  return <InitialsForm venueId={venueId} venueName={venueName} initials={initials} onSaved={setSaved} />
}

function InitialsForm({
  venueId,
  venueName,
  initials,
  onSaved,
}: {
  venueId: string
  venueName: string
  initials: string
  onSaved: (initials: string) => void
}) {
  const save = useMethod(stationsSetInitials)
  const form = useForm({
    initial: { initials },
    send: async values => {
      const chosen = toInitials(values.initials)
      await save({ venueId, initials: chosen })
      onSaved(chosen)
    },
  })
  const { onChange: _, ...field } = form.field('initials')
  return (
    <section className={layout.stack2} aria-label={m.stations_initials_title()}>
      <p>{m.stations_initials_words({ venue: venueName })}</p>
      <FormBody form={form} action={m.stations_initials_save()} kind="quiet">
        <TextField
          label={m.stations_initials()}
          maxLength={MAX_INITIALS}
          autoComplete="off"
          autoCapitalize="characters"
          {...field}
          onChange={event => form.set('initials', toInitials(event.currentTarget.value))}
        />
      </FormBody>
    </section>
  )
}

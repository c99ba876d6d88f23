import { use, useSyncExternalStore } from 'react'
import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { subscribeNever } from '#platform/ui/subscribe-never.ts'
import type { ConsentChoice } from './consent.ts'
import { ConsentContext } from './consent-context.ts'

const choices = (): readonly { value: ConsentChoice; label: string; hint: string }[] => [
  { value: 'yes', label: m.analytics_yes(), hint: m.analytics_yes_hint() },
  { value: 'no', label: m.analytics_no(), hint: m.analytics_no_hint() },
]

/** Asks for the visitor's consent, if analytics are enabled on this site. */
export function ConsentPanel() {
  const consent = use(ConsentContext)
  const isGiven = useSyncExternalStore(
    consent?.listen ?? subscribeNever,
    () => consent?.given ?? null,
    () => null,
  )
  if (consent === null || isGiven === null) return null
  return (
    <Panel title={m.analytics_title()}>
      <p>{m.analytics_words()}</p>
      <RadioList
        label={m.analytics_visits()}
        value={isGiven ? 'yes' : 'no'}
        choices={choices()}
        onChange={choice => consent.choose(choice)}
      />
    </Panel>
  )
}

import { use, useSyncExternalStore } from 'react'
import { Panel } from '../../../../platform/ui/Panel.tsx'
import { RadioList } from '../../../../platform/ui/RadioList.tsx'
import { type Choice, ConsentContext } from './consent.ts'

const CHOICES: readonly { value: Choice; label: string; hint: string }[] = [
  {
    value: 'yes',
    label: 'Count my visits',
    hint: 'The pages that you open, when you sign in and out, and your user name and e-mail address if you have them.',
  },
  { value: 'no', label: 'Do not count my visits', hint: 'Nothing is sent.' },
]

const never = () => () => {}

/** The visitor's choice, where visits are counted at all. */
export function ConsentPanel() {
  const consent = use(ConsentContext)
  const given = useSyncExternalStore(
    consent?.listen ?? never,
    () => consent?.given ?? null,
    () => null,
  )
  if (consent === null || given === null) return null
  return (
    <Panel title="Statistics">
      <p>This site sends statistics about visits to an analytics service. Your choice holds for this browser.</p>
      <RadioList label="Your visits" value={given ? 'yes' : 'no'} choices={CHOICES} onChange={choice => consent.choose(choice)} />
    </Panel>
  )
}

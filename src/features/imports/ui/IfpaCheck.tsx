import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { foldWords } from '#platform/text/fold.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type IfpaPlayer, importsIfpa } from '../contract.ts'

/** How many numbers one call takes. */
const AT_ONCE = 50

interface Numbered {
  name: string
  ifpaNumber: string
}

const folded = (name: string): string => foldWords(name).sort().join(' ')

/** Asks the IFPA whose numbers these are, and shows those that belong to somebody who is called otherwise, or to nobody. */
export function IfpaCheck({ people }: { people: readonly Numbered[] }) {
  const ask = useMethod(importsIfpa)
  const { busy, error, run } = useAsyncWork()
  /** what the IFPA has said, by number */
  const [known, setKnown] = useState<ReadonlyMap<string, IfpaPlayer> | null>(null)
  const numbers = [...new Set(people.map(({ ifpaNumber }) => ifpaNumber))]
  const check = (): Promise<void> =>
    run(async () => {
      const found = new Map<string, IfpaPlayer>()
      for (let from = 0; from < numbers.length; from += AT_ONCE)
        for (const player of await ask({ ifpaNumbers: numbers.slice(from, from + AT_ONCE) })) found.set(player.ifpaNumber, player)
      setKnown(found)
    })
  if (numbers.length === 0) return null
  const isChecked = known !== null && numbers.every(number => known.has(number))
  const doubtful = people.filter(({ name, ifpaNumber }) => {
    const player = known?.get(ifpaNumber)
    return player !== undefined && (player.name === null || folded(player.name) !== folded(name))
  })
  return (
    <div className={layout.stack3}>
      <div>
        <Button busy={busy} onClick={() => void check()}>
          {m.imports_ifpa_check()}
        </Button>
      </div>
      <FormError message={error} />
      {isChecked && doubtful.length === 0 && <p role="status">{m.imports_ifpa_fits()}</p>}
      {doubtful.length > 0 && (
        <List className={layout.stack2} aria-label={m.imports_ifpa_check()}>
          {doubtful.map(({ name, ifpaNumber }) => (
            <li key={`${ifpaNumber} ${name}`} className={layout.stack}>
              <bdi className={layout.strong}>{name}</bdi>
              <span className={layout.small}>
                {known?.get(ifpaNumber)?.name == null
                  ? m.imports_ifpa_unknown({ number: ifpaNumber })
                  : m.imports_ifpa_other({ number: ifpaNumber, name: known.get(ifpaNumber)!.name! })}
              </span>
            </li>
          ))}
        </List>
      )}
    </div>
  )
}

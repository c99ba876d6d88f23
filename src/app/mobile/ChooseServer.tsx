import { type FormEvent, useState } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { Mark } from '../../platform/ui/Mark.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import styles from './ChooseServer.module.css'
import { type Found, findServer } from './find-server.ts'
import { type AddressProblem, readAddress } from './server-address.ts'

const WORDS: Record<AddressProblem | Exclude<Found, 'skillshot'>, string> = {
  empty: 'Type the address of a server.',
  unreadable: 'This is not the address of a site.',
  unencrypted: 'This address is not encrypted. Use one that begins with https.',
  silent: 'Nothing answers there. Check the address and your connection.',
  stranger: 'What answers there is not a Skillshot, or it does not let apps in.',
}

/** The first thing that a new app asks. @param suggested what the field holds at first */
export function ChooseServer({ suggested, onChosen }: { suggested: string; onChosen: (origin: string) => Promise<void> }) {
  const [text, setText] = useState(suggested)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const choose = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const read = readAddress(text)
    if ('problem' in read) return setError(WORDS[read.problem])
    setBusy(true)
    setError(null)
    const found = await findServer(read.origin)
    if (found === 'skillshot') return onChosen(read.origin)
    setError(WORDS[found])
    setBusy(false)
  }
  return (
    <main className={styles.screen}>
      <div className={styles.mark}>
        <Mark />
      </div>
      <h1>Choose your server</h1>
      <p>Skillshot runs wherever people play. Type the address of yours: you find it on posters and in invitations.</p>
      <form className={styles.form} noValidate onSubmit={event => void choose(event)}>
        <TextField
          label="Address of the server"
          hint="For example pins.example"
          name="server"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={error}
        />
        <Button kind="primary" type="submit" wide busy={busy}>
          {busy ? 'Looking …' : 'Connect'}
        </Button>
      </form>
    </main>
  )
}

import { useCallback, useEffect, useState } from 'react'
import { accountAddPasskey, accountBeginPasskey, accountPasskeys, type PasskeyInfo } from '#accounts/contract/passkeys.ts'
import { accountSignInMethods, type SignInMethodCounts } from '#accounts/contract/sign-in-methods.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { OwnerForm, type OwnerProof } from '../session/OwnerForm.tsx'
import { createPasskey, passkeyErrorMessage, passkeyObstacle } from './ceremony.ts'
import { PasskeyRow } from './PasskeyRow.tsx'

interface Loaded {
  passkeys: PasskeyInfo[]
  methods: SignInMethodCounts & { fresh: boolean }
}

/** The user's passkeys: adds, renames and removes them. */
export function PasskeysPanel() {
  const fetchPasskeys = useMethod(accountPasskeys)
  const fetchMethods = useMethod(accountSignInMethods)
  const [loaded, setLoaded] = useState<Loaded | { error: unknown } | null>(null)
  const load = useCallback(
    () =>
      Promise.all([fetchPasskeys({}), fetchMethods({})]).then(
        ([passkeys, methods]) => setLoaded({ passkeys, methods }),
        (error: unknown) => setLoaded({ error }),
      ),
    [fetchPasskeys, fetchMethods],
  )
  useEffect(() => void load(), [load])
  return (
    <Panel title={m.accounts_passkeys_title()}>
      <p className={layout.muted}>{m.accounts_passkeys_text()}</p>
      {loaded === null && <Skeleton kind="board-row" count={1} />}
      {loaded !== null && 'error' in loaded && (
        <ErrorState title={m.accounts_passkeys_failed()} onRetry={() => void load()}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {loaded !== null && 'passkeys' in loaded && (
        <>
          {loaded.passkeys.length > 0 && (
            <List className={layout.stack}>
              {loaded.passkeys.map(passkey => (
                <PasskeyRow key={passkey.passkeyId} passkey={passkey} methods={loaded.methods} onChanged={load} />
              ))}
            </List>
          )}
          <AddPasskey methods={loaded.methods} onAdded={load} />
        </>
      )}
    </Panel>
  )
}

/** Adds a passkey: first the user proves to be the owner, unless they have signed in just now, then the browser makes it. */
function AddPasskey({ methods, onAdded }: { methods: Loaded['methods']; onAdded: () => Promise<void> }) {
  const begin = useMethod(accountBeginPasskey)
  const add = useMethod(accountAddPasskey)
  const [stage, setStage] = useState<'button' | 'busy' | 'proof'>('button')
  const [problem, setProblem] = useState<string | null>(null)
  const register = async (proof: OwnerProof): Promise<void> => {
    await add(await createPasskey(await begin(proof)))
    await onAdded()
    setStage('button')
  }
  const registerWithoutProof = (): void => {
    setStage('busy')
    register({}).catch((error: unknown) => {
      const isStale = errorCode(error) === 'sign-in-again'
      setStage(isStale ? 'proof' : 'button')
      if (!isStale) setProblem(passkeyErrorMessage(error))
    })
  }
  const obstacle = passkeyObstacle()
  if (obstacle !== null) return <p className={layout.muted}>{obstacle}</p>
  if (stage === 'proof')
    return (
      <OwnerForm
        action={m.accounts_passkeys_add()}
        fresh={false}
        hasPassword={methods.password}
        send={register}
        describe={passkeyErrorMessage}
        onCancel={() => setStage('button')}
      />
    )
  return (
    <>
      <FormError message={problem} />
      <div className={layout.row3}>
        <Button
          busy={stage === 'busy'}
          onClick={() => {
            setProblem(null)
            if (methods.fresh) registerWithoutProof()
            else setStage('proof')
          }}
        >
          {m.accounts_passkeys_add()}
        </Button>
      </div>
    </>
  )
}

import { useCallback, useEffect, useState } from 'react'
import {
  accountBeginSecondStep,
  accountDisableSecondStep,
  accountEnableSecondStep,
  accountRenewRecoveryCodes,
  accountSecondStep,
  type SecondStepInfo,
} from '#accounts/contract/second-step.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { hashPassword } from '../password.ts'
import { useOwnerProof } from '../session/use-owner-proof.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { AppCodeForm, CodeForm, StartForm } from './SecondStepForms.tsx'

type Stage =
  | { name: 'info'; hasChanged?: boolean }
  | { name: 'start' | 'renew' | 'disable' }
  | { name: 'scan'; secret: string; address: string }
  | { name: 'codes'; codes: readonly string[] }

/**
 * Turns the second step of sign-ins on and off: a code of an authenticator app besides the password. An account without a password has no
 * use for it.
 */
export function SecondStepPanel() {
  const { hasPassword } = useOwnerProof()
  return hasPassword ? <PasswordsSecondStep /> : null
}

function PasswordsSecondStep() {
  const [info, setInfo] = useState<SecondStepInfo | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [stage, setStage] = useState<Stage>({ name: 'info' })
  const load = useMethod(accountSecondStep)
  const begin = useMethod(accountBeginSecondStep)
  const enable = useMethod(accountEnableSecondStep)
  const renew = useMethod(accountRenewRecoveryCodes)
  const disable = useMethod(accountDisableSecondStep)
  const { dateTime } = useFormats()
  const isInfo = stage.name === 'info'
  const read = useCallback((): void => {
    setFailure(null)
    load({}).then(setInfo, setFailure)
  }, [load])
  useEffect(() => {
    if (isInfo) read()
  }, [read, isInfo])
  const showInfo = (hasChanged: boolean): void => {
    // What is known of it may be over.
    setInfo(null)
    setFailure(null)
    setStage({ name: 'info', hasChanged })
  }
  const done = (): void => showInfo(false)
  /** Shows the state anew when it changed meanwhile: in another window, or by a call whose answer was lost and that was sent again. */
  const showChanged = (error: unknown): void => {
    if (!(error instanceof DdpError && error.error === 409)) throw error
    showInfo(true)
  }
  return (
    <Panel title={m.accounts_two_title()}>
      {isInfo && info === null && failure === null && <Skeleton kind="board-row" count={1} />}
      {isInfo && info === null && failure !== null && (
        <ErrorState title={m.accounts_two_failed()} onRetry={read}>
          {errorMessage(failure)}
        </ErrorState>
      )}
      {stage.name === 'info' && info?.on === false && (
        <>
          <p className={layout.muted}>{m.accounts_two_off()}</p>
          <div className={layout.row3}>
            <Button onClick={() => setStage({ name: 'start' })}>{m.accounts_two_start()}</Button>
          </div>
        </>
      )}
      {stage.name === 'info' && info?.on === true && (
        <>
          <p>
            {m.accounts_two_on({ since: dateTime(info.since) })}{' '}
            {m.accounts_two_left({ count: info.recoveryCodes, n: String(info.recoveryCodes) })}{' '}
            {stage.hasChanged === true && m.accounts_two_recovery_unseen()}
          </p>
          <div className={layout.row3}>
            <Button onClick={() => setStage({ name: 'renew' })}>{m.accounts_two_recovery_renew()}</Button>
            <Button kind="plain" onClick={() => setStage({ name: 'disable' })}>
              {m.ui_two_step_off()}
            </Button>
          </div>
        </>
      )}
      {stage.name === 'start' && (
        <StartForm
          onCancel={done}
          send={async password => {
            const { secret, address } = await begin({ password: hashPassword(password) })
            setStage({ name: 'scan', secret, address })
          }}
        />
      )}
      {stage.name === 'scan' && (
        <AppCodeForm
          {...stage}
          onCancel={done}
          send={code => enable({ code }).then(({ recoveryCodes }) => setStage({ name: 'codes', codes: recoveryCodes }), showChanged)}
        />
      )}
      {stage.name === 'codes' && <RecoveryCodes codes={stage.codes} onDone={done} />}
      {stage.name === 'renew' && (
        <CodeForm
          action={m.accounts_two_recovery_renew()}
          onCancel={done}
          send={async (password, code) => {
            const { recoveryCodes } = await renew({ password: hashPassword(password), code })
            setStage({ name: 'codes', codes: recoveryCodes })
          }}
        />
      )}
      {stage.name === 'disable' && (
        <CodeForm
          action={m.ui_two_step_off()}
          onCancel={done}
          send={(password, code) => disable({ password: hashPassword(password), code }).then(done, showChanged)}
        />
      )}
    </Panel>
  )
}

import { use, useCallback, useEffect, useState } from 'react'
import {
  accountBeginLoginService,
  accountLoginServices,
  accountUnlinkLoginService,
  type LoginServiceInfo,
} from '#accounts/contract/login-services.ts'
import { accountSignInMethods, type SignInMethodCounts } from '#accounts/contract/sign-in-methods.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { VisitContext } from '#platform/ui/navigation/visit-context.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { OwnerForm, type OwnerProof } from '../session/OwnerForm.tsx'
import { useLoginServices } from './LoginServiceButtons.tsx'
import styles from './login-services.module.css'

type Change = { kind: 'link' | 'unlink'; service: string; label: string }
interface Loaded {
  linked: LoginServiceInfo[]
  methods: SignInMethodCounts & { fresh: boolean }
}

/** The login services that the user's account is linked with, and those that it can be linked with. Nothing if the site has none. */
export function LoginServicesPanel() {
  const offered = useLoginServices()
  const fetchLinked = useMethod(accountLoginServices)
  const fetchMethods = useMethod(accountSignInMethods)
  const [loaded, setLoaded] = useState<Loaded | { error: unknown } | null>(null)
  const [change, setChange] = useState<Change | null>(null)
  const load = useCallback(
    () =>
      Promise.all([fetchLinked({}), fetchMethods({})]).then(
        ([linked, methods]) => setLoaded({ linked, methods }),
        (error: unknown) => setLoaded({ error }),
      ),
    [fetchLinked, fetchMethods],
  )
  useEffect(() => void load(), [load])
  const isEmpty = offered.length === 0 && !(loaded !== null && 'linked' in loaded && loaded.linked.length > 0)
  if (isEmpty) return null
  return (
    <Panel title={m.accounts_service_title()}>
      <p className={layout.muted}>{m.accounts_service_text()}</p>
      {loaded !== null && 'error' in loaded && (
        <ErrorState title={m.accounts_services_failed()} onRetry={() => void load()}>
          {errorMessage(loaded.error)}
        </ErrorState>
      )}
      {loaded !== null && 'linked' in loaded && (
        <>
          <List>
            {loaded.linked.map(info => (
              <LinkedService
                key={info.service}
                info={info}
                onUnlink={() => setChange({ kind: 'unlink', service: info.service, label: info.label })}
              />
            ))}
          </List>
          {change === null ? (
            <div className={layout.row3}>
              {offered
                .filter(({ service }) => !loaded.linked.some(info => info.service === service))
                .map(({ service, label }) => (
                  <Button key={service} onClick={() => setChange({ kind: 'link', service, label })}>
                    {m.accounts_service_link({ service: label })}
                  </Button>
                ))}
            </div>
          ) : (
            <ChangeForm
              key={`${change.kind} ${change.service}`}
              change={change}
              methods={loaded.methods}
              onDone={() => {
                setChange(null)
                void load()
              }}
            />
          )}
        </>
      )}
    </Panel>
  )
}

function LinkedService({ info: { label, name, linkedAt }, onUnlink }: { info: LoginServiceInfo; onUnlink: () => void }) {
  const date = useFormats().dateTime(linkedAt)
  return (
    <li className={cx(layout.between, styles.row)}>
      <span className={layout.stack}>
        <strong>{label}</strong>
        <span className={cx(layout.quiet, layout.anywhere)}>{name === null ? m.accounts_service_since({ date }) : <bdi>{name}</bdi>}</span>
      </span>
      <Button kind="plain" onClick={onUnlink}>
        {m.accounts_service_unlink({ service: label })}
      </Button>
    </li>
  )
}

/** Confirms that a service is to be linked, which goes on at the provider, or unlinked. */
function ChangeForm({ change, methods, onDone }: { change: Change; methods: Loaded['methods']; onDone: () => void }) {
  const begin = useMethod(accountBeginLoginService)
  const unlink = useMethod(accountUnlinkLoginService)
  const visit = use(VisitContext)
  const { kind, service, label } = change
  const send = async (proof: OwnerProof): Promise<void> => {
    if (kind === 'link') {
      const { url } = await begin({ service, ...proof })
      return visit === null ? window.location.assign(url) : visit(url)
    }
    await unlink({ service, ...proof })
    onDone()
  }
  return (
    <OwnerForm
      action={kind === 'link' ? m.accounts_service_link({ service: label }) : m.accounts_service_unlink({ service: label })}
      fresh={methods.fresh}
      hasPassword={methods.password}
      send={send}
      describe={error => (errorCode(error) === 'last-way-in' ? m.accounts_service_last() : errorMessage(error))}
      onCancel={onDone}
    />
  )
}

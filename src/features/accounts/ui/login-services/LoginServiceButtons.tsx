import { type MouseEvent, useState } from 'react'
import { LOGIN_SERVICE_CONFIGURATION } from '#accounts/contract/accounts.ts'
import * as m from '#messages'
import { useDocuments } from '#platform/live/hooks.ts'
import buttons from '#platform/ui/controls/Button.module.css'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './login-services.module.css'

/** A login service as the site shows it. */
export interface LoginService {
  service: string
  label: string
  loginUrl: string
}

/** The login services of this site, in the order of their labels. */
export const useLoginServices = (): LoginService[] =>
  useDocuments<LoginService, LoginService[]>(
    LOGIN_SERVICE_CONFIGURATION,
    found => found.filter(({ loginUrl }) => typeof loginUrl === 'string').sort((a, b) => (a.label < b.label ? -1 : 1)),
    [],
  )

const POPUP = 'popup,width=520,height=680'

/**
 * Links to the providers by which users may sign in; nothing if there are none. With a mouse, the provider's page opens in a window of its
 * own, and this page stays as it is. Otherwise, and where such windows are blocked, the provider's page takes the place of this one.
 */
export function LoginServiceButtons({ next }: { next: string }) {
  const services = useLoginServices()
  const [hasOpened, setHasOpened] = useState(false)
  if (services.length === 0) return null
  const open = (event: MouseEvent<HTMLAnchorElement>, href: string): void => {
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlainClick || !window.matchMedia('(pointer: fine) and (display-mode: browser)').matches) return
    if (window.open(`${href}&style=popup`, 'login', POPUP) === null) return
    event.preventDefault()
    setHasOpened(true)
  }
  return (
    <div className={layout.stack3}>
      <p className={cx(layout.line3, layout.quiet, styles.or)}>{m.accounts_service_or()}</p>
      {services.map(({ service, label, loginUrl }) => {
        const href = `${loginUrl}?next=${encodeURIComponent(next)}`
        return (
          // A plain anchor: the address is not a page of the application.
          <a
            key={service}
            className={cx(buttons.button, buttons.quiet, buttons.wide)}
            href={href}
            rel="nofollow"
            onClick={event => open(event, href)}
          >
            {m.accounts_service_continue({ service: label })}
          </a>
        )
      })}
      <p className={cx(layout.quiet, styles.status)} role="status">
        {hasOpened && m.accounts_service_window()}
      </p>
    </div>
  )
}

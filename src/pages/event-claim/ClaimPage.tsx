import { eventsClaim } from '#events/contract/entrants.ts'
import { CodePage } from '#events/ui/CodePage.tsx'
import styles from '#events/ui/form/event-form.module.css'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'

/** Page on which a user claims a guest's entry, reached by the link that the director shares. */
export function ClaimPage({ query: { code } }: RouteMatch) {
  const claim = useMethod(eventsClaim)
  return (
    <CodePage
      code={code}
      path="/events/claim"
      onUse={used => claim({ code: used })}
      texts={{
        title: m.events_claim_page(),
        script: m.events_claim_script(),
        nothing: m.events_claim_nothing(),
        nothingText: m.events_claim_nothing_words(),
        gone: m.events_claim_gone(),
        signIn: m.events_claim_sign_in(),
        submit: m.events_claim_mine(),
      }}
    >
      <p>{m.events_claim_words()}</p>
      <ul className={cx(layout.stack2, layout.muted, styles.points)}>
        <li>{m.events_claim_place()}</li>
        <li>{m.events_claim_name()}</li>
        <li>{m.events_claim_who()}</li>
      </ul>
    </CodePage>
  )
}

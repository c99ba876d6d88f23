import { eventsCheckIn } from '#events/contract/entrants.ts'
import { CodePage } from '#events/ui/CodePage.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'

/** Page on which a player checks in, reached by the code that is shown where the event is played. */
export function CheckInPage({ query: { code } }: RouteMatch) {
  const checkIn = useMethod(eventsCheckIn)
  return (
    <CodePage
      code={code}
      path="/events/check-in"
      onUse={used => checkIn({ code: used })}
      texts={{
        title: m.events_check_in(),
        script: m.events_check_in(),
        nothing: m.events_check_in_nothing(),
        nothingText: m.events_check_in_nothing_words(),
        gone: m.events_check_in_gone(),
        signIn: m.events_check_in_sign_in(),
        submit: m.events_check_in(),
      }}
    >
      <p>{m.events_check_in_words()}</p>
    </CodePage>
  )
}

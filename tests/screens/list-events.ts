import * as m from '#messages'
import { ANY, dialog, type Hand, type Named, type Screen, screen } from './screen.ts'
import type { Subjects } from './sites.ts'

const things = { needs: 'things' } as const
const ROUTE = '/events/$eventId'

const rounds = (show?: string) => (s: Subjects) => `/events/${s.eventId}${show === undefined ? '' : `?show=${show}`}`
const scores = (show?: string) => (s: Subjects) => `/events/${s.scoreEventId}${show === undefined ? '' : `?show=${show}`}`

/** The director's tools on a part of an event. */
const direct = (name: string, path: (s: Subjects) => string, part: Named): Screen =>
  screen(name, ROUTE, 'director', path, { ...things, act: hand => hand.choose(part) })

const directDialog = (name: string, path: (s: Subjects) => string, part: Named, open: (hand: Hand) => Promise<void>): Screen =>
  dialog(name, ROUTE, 'director', path, async hand => {
    await hand.choose(part)
    await open(hand)
  })

/** Screens of events. */
export const eventScreens: readonly Screen[] = [
  screen('events', '/events', 'visitor', () => '/events'),
  screen('events-director', '/events', 'director', () => '/events'),
  screen('events-finished', '/events', 'visitor', () => '/events?state=finished'),
  screen('event-new', '/events/new', 'director', () => '/events/new'),
  screen('event-new-player', '/events/new', 'player', () => '/events/new'),
  screen('event-next', '/events/new', 'director', s => `/events/new?from=${s.eventId}`, things),
  screen('event-edit', '/events/$eventId/edit', 'director', s => `/events/${s.eventId}/edit`, things),
  screen('event-check-in', '/events/check-in', 'player', () => '/events/check-in?code=unknown'),
  screen('event-claim', '/events/claim', 'player', () => '/events/claim?code=unknown'),
  screen('event-kiosk', '/events/$eventId/kiosk', 'visitor', s => `/events/${s.eventId}/kiosk`, things),
  screen('event-scorekeeper', '/events/$eventId/scorekeeper', 'visitor', s => `/events/${s.eventId}/scorekeeper`, things),

  screen('event-print', '/events/$eventId/print', 'visitor', s => `/events/${s.eventId}/print`, things),
  screen('event-print-sheets', '/events/$eventId/print', 'visitor', s => `/events/${s.eventId}/print?what=sheets`, things),
  screen('event-print-standings', '/events/$eventId/print', 'visitor', s => `/events/${s.eventId}/print?what=standings`, things),

  screen('event', ROUTE, 'visitor', rounds(), things),
  screen('event-player', ROUTE, 'player', rounds(), things),
  screen('event-standings', ROUTE, 'visitor', rounds('standings'), things),
  screen('event-machines', ROUTE, 'visitor', rounds('machines'), things),
  screen('event-players', ROUTE, 'visitor', rounds('players'), things),
  screen('event-upcoming', ROUTE, 'visitor', s => `/events/${s.upcomingEventId}`, things),
  screen('event-finished', ROUTE, 'visitor', s => `/events/${s.finishedEventId}`, things),
  screen('event-cancelled', ROUTE, 'visitor', s => `/events/${s.cancelledEventId}`, things),
  screen('event-score-standings', ROUTE, 'player', scores('standings'), things),
  screen('event-score-machines', ROUTE, 'player', scores('machines'), things),
  screen('event-score-latest', ROUTE, 'visitor', scores('scores'), things),

  direct('event-direct-players', rounds('direct'), m.ui_players),
  direct('event-direct-rounds', rounds('direct'), m.ui_rounds),
  direct('event-direct-machines', rounds('direct'), m.ui_machines),
  direct('event-direct-event', rounds('direct'), m.ui_event),
  direct('event-direct-scores', scores('direct'), m.ui_scores),
  screen('event-direct-finished', ROUTE, 'director', s => `/events/${s.finishedEventId}?show=direct`, things),
  directDialog('event-check-in-code', rounds('direct'), m.ui_players, hand => hand.press(m.events_check_in_code)),
  directDialog(
    'event-player-list',
    s => `/events/${s.upcomingEventId}?show=direct`,
    m.ui_players,
    // The pictures begin with those of a phone, where the form is folded.
    async hand => {
      await hand.press(m.events_people_add_title)
      await hand.press(m.events_people_add_list)
    },
  ),
  directDialog('event-person', rounds('direct'), m.ui_players, hand => hand.press(() => m.events_people_more_about({ name: ANY }))),
  directDialog('event-result', rounds('direct'), m.ui_rounds, hand => hand.press(() => m.events_group_enter_of({ n: ANY }))),
  directDialog('event-move', rounds('direct'), m.ui_rounds, hand => hand.press(() => m.events_group_move_of({ n: ANY }))),
  directDialog('event-change-players', rounds('direct'), m.ui_rounds, hand => hand.press(m.events_arrange)),
  directDialog('event-fee', rounds('direct'), m.ui_event, hand => hand.press(m.events_fees)),
  directDialog('event-void', rounds('direct'), m.ui_rounds, hand => hand.press(() => m.events_void_game_of({ n: ANY }))),
  directDialog('event-void-score', scores('direct'), m.ui_scores, hand => hand.press(() => m.events_scores_void_it({ score: ANY }))),
  directDialog('event-enter-score', scores('direct'), m.ui_scores, hand => hand.press(m.events_enter_title)),
  directDialog('event-end', rounds('direct'), m.ui_event, hand => hand.press(m.events_state_end)),
  directDialog('event-hand-over', rounds('direct'), m.ui_event, hand => hand.press(m.events_state_hand_over)),
  directDialog(
    'event-ifpa',
    s => `/events/${s.finishedEventId}?show=direct`,
    m.ui_event,
    hand => hand.press(m.events_ifpa_open),
  ),

  screen('big-screen', '/events/$eventId/live', 'visitor', s => `/events/${s.eventId}/live`, { ...things, shows: 'window' }),
  screen('big-screen-scores', '/events/$eventId/live', 'visitor', s => `/events/${s.scoreEventId}/live`, { ...things, shows: 'window' }),
]

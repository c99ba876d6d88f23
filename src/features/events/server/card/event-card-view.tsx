import type { EventFormat } from '#events/formats/registry.ts'
import type { StandingsFigures } from '#events/formats/ui/format-labels.ts'
import type { EventState } from '#events/rules/event-state.ts'
import { formatFigure } from '#events/ui/labels/standing-labels.ts'
import * as m from '#messages'
import { CARD_HEIGHT, CARD_WIDTH } from '#platform/images/share-card.ts'
import { cardInk, cardMedals } from '#platform/images/share-card-colours.ts'
import { CARD_FACE, toDrawableText } from '#platform/images/share-card-fonts.ts'
import { CARD_MARGIN, CARD_TEXT_WIDTH, CardBrand, cardLine, cardSides, centred, numberSize } from '#platform/images/share-card-parts.tsx'
import { plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { rankShapes } from '#players/rules/rank-shapes.ts'

/** One row of the standings. */
export interface EventCardRow {
  rank: number
  name: string
  /** from which the format makes the figure that it counts */
  figures: StandingsFigures
}

/** What a card shows. */
export interface EventCardFacts {
  siteName: string
  name: string
  venue: string
  /** when it begins: its UTC fields are those of the event's own time zone */
  day: Date
  /** `19:30`, in the event's own time zone */
  time: string
  /** the name of that zone: `UTC-8` */
  zone: string
  state: EventState
  format: EventFormat
  players: number
  standingsHeld: boolean
  /** the best of the standings; empty before anybody has played, and while they are held back */
  rows: readonly EventCardRow[]
}

const PODIUM = 3
/** of the line with venue and date, where Latin and Arabic letters may stand side by side */
const ABOUT_LINE_HEIGHT = 1.5

/** How large a name can be so that most fit on one line. */
const nameSize = (name: string): number => (name.length > 44 ? 44 : name.length > 28 ? 56 : 72)

const rowName = ({ name }: EventCardRow): string => toDrawableText(name) ?? m.ui_a_player()

function State({ state, isHeld }: { state: EventState; isHeld: boolean }) {
  const isLive = state === 'live'
  const text = {
    upcoming: m.events_state_upcoming(),
    live: m.ui_live(),
    finished: isHeld ? m.events_state_finished() : m.events_card_finished(),
    cancelled: m.events_state_cancelled(),
  }[state]
  return (
    <div
      style={{
        ...centred,
        position: 'absolute',
        [cardSides().end]: CARD_MARGIN,
        top: 40,
        height: 60,
        padding: '0 26px',
        borderRadius: 30,
        fontSize: 34,
        color: isLive ? '#2b1a00' : cardInk.text,
        background: isLive ? cardInk.accent : '#332b23',
      }}
    >
      {text}
    </div>
  )
}

function Medal({ rank, size }: { rank: number; size: number }) {
  const shape = rankShapes[rank - 1]
  const box = { ...centred, width: size, height: size, fontSize: size * 0.44, flexShrink: 0 } as const
  if (shape === undefined) return <div style={{ ...box, color: cardInk.muted }}>{plainNumber(rank)}</div>
  return (
    <div style={{ display: 'flex', position: 'relative', width: size, height: size, flexShrink: 0 }}>
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 40 40">
        <path d={shape.d} fill={cardMedals[shape.tone]} />
      </svg>
      <div style={{ ...box, position: 'absolute', color: cardMedals.onMedal }}>{plainNumber(rank)}</div>
    </div>
  )
}

/** A row of the podium: the first is the largest. */
function Row({ row, format, isFirst }: { row: EventCardRow; format: EventFormat; isFirst: boolean }) {
  const { value, unit } = formatFigure(format, row.figures)
  const { marginStart, marginEnd } = cardSides()
  return (
    <div style={{ display: 'flex', alignItems: 'center', height: isFirst ? 124 : 84, width: CARD_TEXT_WIDTH }}>
      {Medal({ rank: row.rank, size: isFirst ? 100 : 68 })}
      <div style={{ display: 'flex', flexGrow: 1, minWidth: 0, [marginStart]: isFirst ? 28 : 60, [marginEnd]: 32 }}>
        {cardLine(rowName(row), { fontSize: isFirst ? 68 : 48, lineHeight: 1.3, color: cardInk.text })}
      </div>
      <div style={{ display: 'flex', flexShrink: 0, fontSize: isFirst ? 92 : 56, color: isFirst ? cardInk.score : cardInk.muted }}>
        {value}
      </div>
      {isFirst && <div style={{ display: 'flex', flexShrink: 0, [marginStart]: 16, fontSize: 34, color: cardInk.muted }}>{unit}</div>}
    </div>
  )
}

/** Who leads, with the figure as the largest thing on the card. */
function Leader({ row, format, players }: { row: EventCardRow; format: EventFormat; players: number }) {
  const { value, unit } = formatFigure(format, row.figures)
  const { marginStart } = cardSides()
  return (
    <div style={{ display: 'flex', flexDirection: 'column', width: CARD_TEXT_WIDTH }}>
      <div style={{ display: 'flex', alignItems: 'flex-end' }}>
        <div style={{ display: 'flex', fontSize: numberSize(value, 760, 164), lineHeight: 1.02, color: cardInk.score }}>{value}</div>
        <div style={{ display: 'flex', [marginStart]: 22, marginBottom: 22, fontSize: 44, color: cardInk.muted }}>{unit}</div>
      </div>
      <div style={{ display: 'flex', alignItems: 'center', marginTop: 14, height: 96 }}>
        {Medal({ rank: row.rank, size: 88 })}
        <div style={{ display: 'flex', flexGrow: 1, minWidth: 0, margin: '0 24px' }}>
          {cardLine(rowName(row), { fontSize: 56, lineHeight: 1.3, color: cardInk.text })}
        </div>
        <div style={{ display: 'flex', flexShrink: 0, fontSize: 40, color: cardInk.muted }}>{playersText(players)}</div>
      </div>
    </div>
  )
}

const playersText = (players: number): string => m.ui_count_players({ count: players, n: plainNumber(players) })

/** The standings are held back. */
function Held() {
  return (
    <div style={{ display: 'flex', width: CARD_TEXT_WIDTH }}>
      {cardLine(m.events_standings_held(), { fontSize: 56, lineHeight: 1.5, color: cardInk.text })}
    </div>
  )
}

/** When it begins, and how many have registered. */
function Begin({ day, time, zone, players }: EventCardFacts) {
  return (
    <div style={{ display: 'flex', flexDirection: 'column', width: CARD_TEXT_WIDTH }}>
      {cardLine(plainDate(day), { fontSize: 128, lineHeight: 1.05, color: cardInk.score })}
      <div style={{ display: 'flex', justifyContent: 'space-between', marginTop: 18, fontSize: 52, color: cardInk.muted }}>
        {cardLine(`${time} ${zone}`)}
        {players > 0 && <div style={{ display: 'flex' }}>{playersText(players)}</div>}
      </div>
    </div>
  )
}

/**
 * An event's card: the podium of a finished one, the leader of one that runs, the date of one to come. The texts are in the language that is
 * set while this function runs, so the parts are called here: satori would call components later.
 * @param logo the site's own, as a PNG; null: it has none
 */
export function EventCardView(facts: EventCardFacts, logo: Buffer | null) {
  const { venue, day, zone, state, rows, standingsHeld } = facts
  const name = toDrawableText(facts.name) ?? m.events_card_event()
  const place = toDrawableText(venue)
  const hasPlay = rows.length > 0 && state !== 'upcoming'
  const isHeld = standingsHeld && (state === 'live' || state === 'finished')
  const { direction, start, marginStart } = cardSides()
  return (
    <div
      style={{
        display: 'flex',
        direction,
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        fontFamily: CARD_FACE,
        fontWeight: 600,
        background: cardInk.bg,
        backgroundImage: `radial-gradient(circle at ${start === 'left' ? 88 : 12}% 0%, rgba(255, 176, 46, 0.26) 0%, rgba(20, 16, 12, 0) 62%)`,
      }}
    >
      {CardBrand(facts.siteName, logo)}
      {State({ state, isHeld })}
      <div
        style={{ display: 'flex', flexDirection: 'column', position: 'absolute', [start]: CARD_MARGIN, top: 122, width: CARD_TEXT_WIDTH }}
      >
        {cardLine(name, { fontSize: nameSize(name), lineHeight: 1.2, color: cardInk.accentText })}
        <div style={{ display: 'flex', fontSize: 40, lineHeight: ABOUT_LINE_HEIGHT, color: cardInk.muted }}>
          {place !== null && cardLine(place, { lineHeight: ABOUT_LINE_HEIGHT })}
          {place !== null && state !== 'upcoming' && <div style={{ display: 'flex', flexShrink: 0, margin: '0 10px' }}>·</div>}
          {state !== 'upcoming' && cardLine(plainDate(day), { lineHeight: ABOUT_LINE_HEIGHT, flexShrink: 0 })}
          {state !== 'upcoming' && cardLine(zone, { lineHeight: ABOUT_LINE_HEIGHT, flexShrink: 0, [marginStart]: 10 })}
        </div>
      </div>
      <div
        style={{ display: 'flex', flexDirection: 'column', position: 'absolute', [start]: CARD_MARGIN, bottom: 36, width: CARD_TEXT_WIDTH }}
      >
        {isHeld && Held()}
        {!hasPlay && !isHeld && Begin(facts)}
        {hasPlay && state !== 'finished' && Leader({ row: rows[0]!, format: facts.format, players: facts.players })}
        {hasPlay &&
          state === 'finished' &&
          rows.slice(0, PODIUM).map((row, i) => (
            <div key={`${row.rank} ${row.name}`} style={{ display: 'flex' }}>
              {Row({ row, format: facts.format, isFirst: i === 0 })}
            </div>
          ))}
      </div>
    </div>
  )
}

import type { BackglassFacts } from '#machines/rules/backglass-style.ts'
import * as m from '#messages'
import { CARD_HEIGHT, CARD_WIDTH, pictureAddress } from '#platform/images/share-card.ts'
import { cardInk, cardMedals } from '#platform/images/share-card-colours.ts'
import { CARD_FACE, toDrawableText } from '#platform/images/share-card-fonts.ts'
import {
  CARD_MARGIN,
  CARD_TEXT_WIDTH,
  CardBrand,
  cardLine,
  cardSides,
  centred,
  fade,
  numberSize,
} from '#platform/images/share-card-parts.tsx'
import { hashText } from '#platform/text/hash.ts'
import { initials } from '#platform/text/initials.ts'
import { plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { rankShapes } from '#players/rules/rank-shapes.ts'
import type { ScoreStatus } from '#scores/contract/scores.ts'
import { BackglassLetters, backglassPicture } from './card-backglass.tsx'
import { avatars } from './card-colours.ts'

/** The data that a card shows. */
export interface CardFacts {
  siteName: string
  displayName: string
  username: string
  machineName: string
  machineFacts: BackglassFacts
  value: number
  /** on which the score was achieved; its UTC fields count */
  day: Date
  status: ScoreStatus
  /** null: the card shows no rank */
  rank: { rank: number; players: number } | null
  /** true: the card of the machine, whose record this is */
  isRecord: boolean
}

/** JPEG files. null: the card shows the machine's generated backglass or the player's initials instead. */
export interface CardPictures {
  score: Buffer | null
  avatar: Buffer | null
  /** the site's own, as a PNG; null: it has none */
  logo: Buffer | null
}

/** width of the picture at the card's right edge, in px */
const ART_WIDTH = 720

const status = (text: string, color: string, d: string) => ({ text, color, d })

/** How a status is marked; null: it is not. */
function statusMarkOf(of: ScoreStatus): { text: string; color: string; d: string } | null {
  switch (of) {
    case 'unverified':
      return null
    case 'verified':
      return status(m.ui_status_verified(), cardInk.gain, 'm5 12.5 4.5 4.5L19 7.5')
    case 'disputed':
      return status(m.ui_status_disputed(), cardInk.accentText, 'M6 21V4h11l-2.5 4L17 12H6')
    case 'rejected':
      return status(m.ui_status_rejected(), cardInk.tilt, 'M6 6l12 12M18 6 6 18')
  }
}

function Rank({ rank, players }: { rank: number; players: number }) {
  const shape = rankShapes[rank - 1]
  const rankText = `#${plainNumber(rank)}`
  const size = 112
  const { marginEnd } = cardSides()
  return (
    <div style={{ display: 'flex', alignItems: 'center', flexShrink: 0, fontSize: 38, color: cardInk.muted }}>
      {shape === undefined ? (
        <div style={{ direction: 'ltr', fontSize: 64, color: cardInk.text, [marginEnd]: 14 }}>{rankText}</div>
      ) : (
        <div style={{ display: 'flex', position: 'relative', width: size, height: size, [marginEnd]: 14 }}>
          <svg aria-hidden="true" width={size} height={size} viewBox="0 0 40 40">
            <path d={shape.d} fill={cardMedals[shape.tone]} />
          </svg>
          <div
            style={{
              ...centred,
              direction: 'ltr',
              position: 'absolute',
              width: size,
              height: size,
              fontSize: 48,
              color: cardMedals.onMedal,
            }}
          >
            {rankText}
          </div>
        </div>
      )}
      {m.scores_card_of({ count: players, n: plainNumber(players) })}
    </div>
  )
}

/** The medal of the best, and that it is the record. */
function RecordMark(text: string, players: number | null) {
  const size = 96
  return (
    <div style={{ display: 'flex', alignItems: 'center', flexShrink: 0 }}>
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 40 40" style={{ [cardSides().marginEnd]: 16 }}>
        <path d={rankShapes[0].d} fill={cardMedals.first} />
      </svg>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div style={{ fontSize: 44, lineHeight: 1.15, color: cardInk.accentText }}>{text}</div>
        {players !== null && (
          <div style={{ fontSize: 28, lineHeight: 1.2, color: cardInk.muted }}>
            {m.scores_card_of({ count: players, n: plainNumber(players) })}
          </div>
        )}
      </div>
    </div>
  )
}

function Avatar({ name, picture }: { name: string; picture: Buffer | null }) {
  const size = 96
  const round = { width: size, height: size, borderRadius: size / 2, [cardSides().marginEnd]: 22, flexShrink: 0 } as const
  if (picture !== null)
    return <img src={pictureAddress('image/jpeg', picture)} width={size} height={size} alt="" style={{ ...round, objectFit: 'cover' }} />
  return (
    <div
      style={{
        ...round,
        ...centred,
        fontSize: 38,
        color: '#fff',
        background: avatars[hashText(name) % avatars.length],
      }}
    >
      {initials(name)}
    </div>
  )
}

/** The background: the score's picture or the machine's backglass. `low`: the text covers part of it, so more of it is darkened */
function Picture({ name, facts, jpeg, low: isLow }: { name: string; facts: BackglassFacts; jpeg: Buffer | null; low: boolean }) {
  const src = jpeg === null ? backglassPicture(name, facts) : pictureAddress('image/jpeg', jpeg)
  const fullSize = { display: 'flex', position: 'absolute', top: 0, left: 0, width: ART_WIDTH, height: CARD_HEIGHT } as const
  const isMirrored = cardSides().direction === 'rtl'
  return (
    <div style={{ ...fullSize, left: isMirrored ? 0 : CARD_WIDTH - ART_WIDTH }}>
      <img src={src} width={ART_WIDTH} height={CARD_HEIGHT} alt="" style={{ objectFit: 'cover' }} />
      <div style={{ ...fullSize, backgroundImage: fade(isMirrored ? '90deg' : '270deg', 56, 100) }} />
      <div style={{ ...fullSize, backgroundImage: isLow ? fade('180deg', 9, 55) : fade('180deg', 22, 70) }} />
    </div>
  )
}

/**
 * A score's card, with the machine in the background. A display name that the font cannot draw is replaced by the user name, or else by "A
 * player"; such a machine name is left out. The texts are in the language that is set while this function runs: satori would call
 * components later, so those with texts are called here.
 */
export function CardView({ facts, pictures }: { facts: CardFacts; pictures: CardPictures }) {
  const { value, machineName, machineFacts, rank, isRecord } = facts
  const machine = toDrawableText(machineName)
  const player = toDrawableText(facts.displayName) ?? toDrawableText(facts.username) ?? m.ui_a_player()
  const digits = plainNumber(value)
  const statusMark = statusMarkOf(facts.status)
  const { direction, start, end, marginStart, marginEnd } = cardSides()
  return (
    <div
      style={{
        display: 'flex',
        direction,
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        background: cardInk.bg,
        fontFamily: CARD_FACE,
        fontWeight: 600,
      }}
    >
      {Picture({
        name: machineName,
        facts: machineFacts,
        jpeg: pictures.score,
        low: Math.max(machine?.length ?? 0, 2 * digits.length) > 24,
      })}
      {pictures.score === null && machine !== null && (
        <div style={{ ...centred, position: 'absolute', [end]: 60, top: 24, height: 240 }}>
          <BackglassLetters name={machineName} shown={machine} facts={machineFacts} width={480} />
        </div>
      )}
      {CardBrand(facts.siteName, pictures.logo)}
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          position: 'absolute',
          [start]: CARD_MARGIN,
          bottom: 40,
          width: CARD_TEXT_WIDTH,
          color: cardInk.text,
        }}
      >
        {machine !== null && cardLine(machine, { fontSize: machine.length > 40 ? 44 : 54, color: cardInk.accentText })}
        <div style={{ display: 'flex', fontSize: numberSize(digits, CARD_TEXT_WIDTH, 164), lineHeight: 1.02, color: cardInk.score }}>
          {digits}
        </div>
        <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginTop: 16, height: 112 }}>
          <div style={{ display: 'flex', alignItems: 'center', minWidth: 0, [marginEnd]: 40 }}>
            {Avatar({ name: player, picture: pictures.avatar })}
            <div style={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
              {cardLine(player, { fontSize: player.length > 28 ? 34 : 44, lineHeight: 1.15 })}
              <div style={{ display: 'flex', alignItems: 'center', fontSize: 28, lineHeight: 1.2, color: cardInk.muted }}>
                {cardLine(plainDate(facts.day))}
                {statusMark !== null && (
                  <div style={{ display: 'flex', alignItems: 'center', [marginStart]: 18, color: statusMark.color }}>
                    <svg aria-hidden="true" width={28} height={28} viewBox="0 0 24 24" style={{ [marginEnd]: 6 }}>
                      <path
                        d={statusMark.d}
                        fill="none"
                        stroke={statusMark.color}
                        strokeWidth="2.4"
                        strokeLinecap="round"
                        strokeLinejoin="round"
                      />
                    </svg>
                    {statusMark.text}
                  </div>
                )}
              </div>
            </div>
          </div>
          {rank !== null && !isRecord && Rank(rank)}
          {isRecord && RecordMark(m.scores_card_record(), rank?.players ?? null)}
        </div>
      </div>
    </div>
  )
}

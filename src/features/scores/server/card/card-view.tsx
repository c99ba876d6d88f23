import { CARD_HEIGHT, CARD_WIDTH, pictureAddress } from '../../../../platform/images/share-card.ts'
import { CARD_FACE, drawable } from '../../../../platform/images/share-card-fonts.ts'
import { hashText } from '../../../../platform/text/hash.ts'
import { initials } from '../../../../platform/text/initials.ts'
import { plainDate, plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import type { BackglassFacts } from '../../../machines/rules/backglass-style.ts'
import { rankShapes } from '../../../players/rules/rank-shapes.ts'
import type { ScoreStatus } from '../../contract/scores.ts'
import { BackglassLetters, backglassPicture } from './card-backglass.tsx'
import { avatars, ink, medals } from './card-colours.ts'

/** The data that a card shows. */
export interface CardFacts {
  displayName: string
  username: string
  machineName: string
  machineFacts: BackglassFacts
  value: number
  achievedAt: Date
  status: ScoreStatus
  /** null: the card shows no rank */
  rank: { rank: number; players: number } | null
}

/** JPEG files. null: the card shows the machine's generated backglass or the player's initials instead. */
export interface CardPictures {
  score: Buffer | null
  avatar: Buffer | null
}

const MARGIN = 56
const WIDTH = CARD_WIDTH - 2 * MARGIN
/** width of the picture at the card's right edge, in px */
const ART_WIDTH = 720

const centred = { display: 'flex', alignItems: 'center', justifyContent: 'center' } as const
const oneLine = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Widths of the font's widest digit and of its comma, in em */
const DIGIT_WIDTH = 0.522
const COMMA_WIDTH = 0.232

function valueSize(text: string): number {
  const commas = text.split(',').length - 1
  return Math.min(164, Math.floor(WIDTH / ((text.length - commas) * DIGIT_WIDTH + commas * COMMA_WIDTH)))
}

const STATUS: Record<ScoreStatus, { text: string; color: string; d: string } | null> = {
  unverified: null,
  verified: { text: 'Verified', color: ink.gain, d: 'm5 12.5 4.5 4.5L19 7.5' },
  disputed: { text: 'Disputed', color: ink.accentText, d: 'M6 21V4h11l-2.5 4L17 12H6' },
  rejected: { text: 'Rejected', color: ink.tilt, d: 'M6 6l12 12M18 6 6 18' },
}

function Brand() {
  return (
    <div style={{ display: 'flex', position: 'absolute', left: MARGIN, top: 44, alignItems: 'center', fontSize: 38, color: ink.text }}>
      <svg aria-hidden="true" width={52} height={52} viewBox="0 0 32 32" style={{ marginRight: 16 }}>
        <rect width="32" height="32" rx="8" fill="#241809" />
        <path d="M24.5 27V17A10.5 10.5 0 0 0 14 6.5" fill="none" stroke={ink.accent} strokeWidth="4" strokeLinecap="round" />
        <circle cx="11" cy="15" r="6" fill="#f4ede2" />
        <circle cx="9.2" cy="13" r="1.6" fill="#fff" />
      </svg>
      Skillshot
    </div>
  )
}

function Rank({ rank, players }: { rank: number; players: number }) {
  const shape = rankShapes[rank - 1]
  const rankText = `#${plainNumber(rank)}`
  const size = 112
  return (
    <div style={{ display: 'flex', alignItems: 'center', flexShrink: 0, fontSize: 38, color: ink.muted }}>
      {shape === undefined ? (
        <div style={{ fontSize: 64, color: ink.text, marginRight: 14 }}>{rankText}</div>
      ) : (
        <div style={{ display: 'flex', position: 'relative', width: size, height: size, marginRight: 14 }}>
          <svg aria-hidden="true" width={size} height={size} viewBox="0 0 40 40">
            <path d={shape.d} fill={medals[shape.tone]} />
          </svg>
          <div style={{ ...centred, position: 'absolute', width: size, height: size, fontSize: 48, color: medals.onMedal }}>{rankText}</div>
        </div>
      )}
      {`of ${plainNumber(players)}`}
    </div>
  )
}

function Avatar({ name, picture }: { name: string; picture: Buffer | null }) {
  const size = 96
  const round = { width: size, height: size, borderRadius: size / 2, marginRight: 22, flexShrink: 0 } as const
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

/**
 * A gradient from transparent to the card's dark background colour, without a visible edge.
 * @param from, to positions of its start and end, in percent
 */
function fade(direction: string, from: number, to: number): string {
  const stops = Array.from({ length: 9 }, (_, i) => {
    const t = i / 8
    return `rgba(20, 16, 12, ${(t * t * (3 - 2 * t)).toFixed(3)}) ${from + t * (to - from)}%`
  })
  return `linear-gradient(${direction}, ${stops.join(', ')})`
}

/** The background: the score's picture or the machine's backglass. `low`: the text covers part of it, so more of it is darkened */
function Picture({ name, facts, jpeg, low: isLow }: { name: string; facts: BackglassFacts; jpeg: Buffer | null; low: boolean }) {
  const src = jpeg === null ? backglassPicture(name, facts) : pictureAddress('image/jpeg', jpeg)
  const fullSize = { display: 'flex', position: 'absolute', top: 0, left: 0, width: ART_WIDTH, height: CARD_HEIGHT } as const
  return (
    <div style={{ ...fullSize, left: CARD_WIDTH - ART_WIDTH }}>
      <img src={src} width={ART_WIDTH} height={CARD_HEIGHT} alt="" style={{ objectFit: 'cover' }} />
      <div style={{ ...fullSize, backgroundImage: fade('270deg', 56, 100) }} />
      <div style={{ ...fullSize, backgroundImage: isLow ? fade('180deg', 9, 55) : fade('180deg', 22, 70) }} />
    </div>
  )
}

/**
 * A score's card, with the machine in the background. A display name that the font cannot draw is replaced by the user name, or else by "A
 * player"; such a machine name is left out.
 */
export function CardView({ facts, pictures }: { facts: CardFacts; pictures: CardPictures }) {
  const { value, machineName, machineFacts, rank, status } = facts
  const machine = drawable(machineName)
  const player = drawable(facts.displayName) ?? drawable(facts.username) ?? 'A player'
  const digits = plainNumber(value)
  const statusMark = STATUS[status]
  return (
    <div style={{ display: 'flex', width: CARD_WIDTH, height: CARD_HEIGHT, background: ink.bg, fontFamily: CARD_FACE, fontWeight: 600 }}>
      <Picture name={machineName} facts={machineFacts} jpeg={pictures.score} low={Math.max(machine?.length ?? 0, 2 * digits.length) > 24} />
      {pictures.score === null && machine !== null && (
        <div style={{ ...centred, position: 'absolute', right: 60, top: 24, height: 240 }}>
          <BackglassLetters name={machineName} shown={machine} facts={machineFacts} width={480} />
        </div>
      )}
      <Brand />
      <div
        style={{ display: 'flex', flexDirection: 'column', position: 'absolute', left: MARGIN, bottom: 40, width: WIDTH, color: ink.text }}
      >
        {machine !== null && <div style={{ ...oneLine, fontSize: machine.length > 40 ? 44 : 54, color: ink.accentText }}>{machine}</div>}
        <div style={{ display: 'flex', fontSize: valueSize(digits), lineHeight: 1.02, color: ink.score }}>{digits}</div>
        <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginTop: 16, height: 112 }}>
          <div style={{ display: 'flex', alignItems: 'center', minWidth: 0, marginRight: 40 }}>
            <Avatar name={player} picture={pictures.avatar} />
            <div style={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
              <div style={{ ...oneLine, fontSize: player.length > 28 ? 34 : 44, lineHeight: 1.15 }}>{player}</div>
              <div style={{ display: 'flex', alignItems: 'center', fontSize: 28, lineHeight: 1.2, color: ink.muted }}>
                {plainDate(facts.achievedAt)}
                {statusMark !== null && (
                  <div style={{ display: 'flex', alignItems: 'center', marginLeft: 18, color: statusMark.color }}>
                    <svg aria-hidden="true" width={28} height={28} viewBox="0 0 24 24" style={{ marginRight: 6 }}>
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
          {rank !== null && <Rank {...rank} />}
        </div>
      </div>
    </div>
  )
}

import type { CallHandler } from '#platform/live/server/call-handler.ts'
import { addEvent } from './calls/add.ts'
import { addFinals } from './calls/add-finals.ts'
import { addGuest } from './calls/add-guest.ts'
import { addPlayers } from './calls/add-players.ts'
import { adjustTotal } from './calls/adjust.ts'
import { arrangeRound } from './calls/arrange.ts'
import { cancelEvent } from './calls/cancel.ts'
import { checkIn } from './calls/check-in.ts'
import { getCheckInCode } from './calls/check-in-code.ts'
import { claimEntry } from './calls/claim.ts'
import { getClaimCode } from './calls/claim-code.ts'
import { closeEvent } from './calls/close.ts'
import { decideLateScore } from './calls/decide.ts'
import { createDeviceLink } from './calls/device-link.ts'
import { drawNextRound } from './calls/draw.ts'
import { dropRound } from './calls/drop.ts'
import { editEvent } from './calls/edit.ts'
import { editEntrant } from './calls/edit-entrant.ts'
import { endDevice } from './calls/end-device.ts'
import { enterScore } from './calls/enter.ts'
import { downloadEvent } from './calls/export.ts'
import { handOverEvent } from './calls/hand-over.ts'
import { holdStandings } from './calls/hold-standings.ts'
import { joinEvent } from './calls/join.ts'
import { leaveEvent } from './calls/leave.ts'
import { leaveKiosk } from './calls/leave-kiosk.ts'
import { lookUpCode } from './calls/look.ts'
import { mergeEntrants } from './calls/merge-entrants.ts'
import { moveGame } from './calls/move.ts'
import { listNeeds } from './calls/needs.ts'
import { openDevice } from './calls/open-device.ts'
import { getPersonClaimCode } from './calls/person-claim-code.ts'
import { decideTie } from './calls/playoff.ts'
import { changePresence } from './calls/presence.ts'
import { removeEntrant } from './calls/remove-entrant.ts'
import { reopenEvent } from './calls/reopen.ts'
import { enterResult } from './calls/result.ts'
import { setFee } from './calls/set-fee.ts'
import { setMachine } from './calls/set-machine.ts'
import { setPaid } from './calls/set-paid.ts'
import { setSeat } from './calls/set-seat.ts'
import { setSeeds } from './calls/set-seeds.ts'
import { setStaff } from './calls/set-staff.ts'
import { showRound } from './calls/show.ts'
import { startEvent } from './calls/start.ts'
import { restorePlay } from './calls/undo.ts'
import { voidPlay } from './calls/void.ts'
import type { EventServices } from './event-services.ts'

export const EVENT_CALLS: readonly CallHandler<EventServices>[] = [
  addEvent,
  addFinals,
  addGuest,
  addPlayers,
  adjustTotal,
  arrangeRound,
  cancelEvent,
  changePresence,
  checkIn,
  claimEntry,
  closeEvent,
  createDeviceLink,
  decideLateScore,
  decideTie,
  downloadEvent,
  drawNextRound,
  dropRound,
  editEntrant,
  editEvent,
  endDevice,
  enterResult,
  enterScore,
  getCheckInCode,
  getClaimCode,
  getPersonClaimCode,
  handOverEvent,
  holdStandings,
  joinEvent,
  leaveEvent,
  leaveKiosk,
  listNeeds,
  lookUpCode,
  mergeEntrants,
  moveGame,
  openDevice,
  removeEntrant,
  reopenEvent,
  restorePlay,
  setFee,
  setMachine,
  setPaid,
  setSeat,
  setSeeds,
  setStaff,
  showRound,
  startEvent,
  voidPlay,
]

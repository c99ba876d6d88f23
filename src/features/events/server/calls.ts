import type { CallHandler } from '#platform/live/server/call-handler.ts'
import { addEvent } from './calls/add.ts'
import { cancelEvent } from './calls/cancel.ts'
import { closeEvent } from './calls/close.ts'
import { editEvent } from './calls/edit.ts'
import { handOverEvent } from './calls/hand-over.ts'
import { reopenEvent } from './calls/reopen.ts'
import { setMachine } from './calls/set-machine.ts'
import { setStaff } from './calls/set-staff.ts'
import { startEvent } from './calls/start.ts'
import type { EventServices } from './event-services.ts'

export const EVENT_CALLS: readonly CallHandler<EventServices>[] = [
  addEvent,
  cancelEvent,
  closeEvent,
  editEvent,
  handOverEvent,
  reopenEvent,
  setMachine,
  setStaff,
  startEvent,
]

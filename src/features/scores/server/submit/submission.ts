import type { PictureRef } from '../../../uploads/contract.ts'

export interface Submission {
  _id: string
  machineId: string
  value: number
  achievedAt?: Date | undefined
  eventId?: string | undefined
  strokes?: number | undefined
  comment?: string | undefined
  picture?: PictureRef | undefined
  location?: string | undefined
}

import type { StaffRole } from '#events/rules/staff.ts'
import type { Db } from '#platform/db/database.ts'

export async function saveStaffRole(tx: Db, eventId: string, userId: string, role: StaffRole): Promise<void> {
  await tx
    .insertInto('event_staff')
    .values({ event_id: eventId, user_id: userId, role })
    .onConflict(conflict => conflict.columns(['event_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

export async function deleteStaffRole(tx: Db, eventId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('event_staff')
    .where(row => row.and({ event_id: eventId, user_id: userId }))
    .execute()
}

import styles from '#events/ui/form/event-form.module.css'
import { NewEvent } from '#events/ui/form/NewEvent.tsx'
import * as m from '#messages'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'

/** Page for a new event, in the administration. */
export function AddEventPage() {
  return (
    <AdminGuard title={m.ui_add_event()} path="/admin/events/new">
      <div className={styles.stack}>
        <NewEvent groupId="" />
      </div>
    </AdminGuard>
  )
}

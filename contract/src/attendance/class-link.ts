/** The screen of a course's classes, with one of them open. */
export function classLink(held: { _id: string; course: string; date: string }) {
  const [year = '', month] = held.date.split('-')
  const search: Record<string, string> = { id: held.course, year, month: String(Number(month)), class: held._id }
  return { to: '/markAttendance/class', search }
}

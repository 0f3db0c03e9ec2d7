import { type Course, courseFields, courses } from '@academy/contract/courses/courses.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useParams } from '@tanstack/react-router'
import { call } from '../platform/client/client.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { initialValues } from '../platform/form/Fields.tsx'
import { fileOf } from '../platform/form/PictureInput.tsx'
import { RecordFrame } from '../platform/form/RecordFrame.tsx'
import { Page, useBack } from '../platform/shell/Page.tsx'
import { Form } from '../ui/form/Form.tsx'
import { CourseForm, useScheduleAfterSave } from './CourseForm.tsx'

const listing = '/course/listing'

/** The form of a course: a new one, or the one in the address. */
export function CoursePage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewCourse /> : <SavedCourse key={id} id={id} />
}

function NewCourse() {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const goOn = useScheduleAfterSave(back)
  const save = useAction(courses.create, { form, onDone: goOn.after })
  return (
    <Page title="Create Course" back={listing}>
      <CourseForm
        form={form}
        thenSchedule={goOn}
        thenScheduleText="Submit & Assign Schedule"
        sending={save.sending}
        onSubmit={(body) => save.send({ body })}
      />
    </Page>
  )
}

function SavedCourse({ id }: { id: string }) {
  const { inCharge } = useSession()
  return (
    <RecordFrame
      get={courses.get}
      id={id}
      noun="Course"
      back={listing}
      may={courses.update.may}
      nameOf={({ name }) => name}
      locked={({ centre }) => !inCharge(centre?._id ?? null) && messages.otherCentre}
    >
      {(course, readOnly) => <EditCourse course={course} readOnly={readOnly} />}
    </RecordFrame>
  )
}

const valuesOf = (course: Course) => initialValues(courseFields, course)

function EditCourse({ course, readOnly }: { course: Course; readOnly: boolean }) {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const goOn = useScheduleAfterSave(back)
  const params = { id: course._id }
  const version = useEditConflict({ form, record: course, valuesOf, read: () => call(courses.get, { params }) })
  const save = useAction(courses.update, { form, prepare: version.prepare, onDone: goOn.after })
  const removal = useAction(courses.removePicture, { danger: true, okText: 'Remove' })
  return (
    <CourseForm
      form={form}
      course={course}
      thenSchedule={goOn}
      thenScheduleText="Update & Edit Schedule"
      sending={save.sending}
      readOnly={readOnly}
      onSubmit={(body) => save.send({ params, body })}
      onRemovePicture={async (address) => {
        const without = await removal.send({ params: { ...params, file: fileOf(address) } })
        if (without) version.accept({ picture: null, pictureDIR: null, thumbnail: null, updatedAt: without.updatedAt })
        return without !== undefined
      }}
      notice={<EditConflictNotice conflict={version} fields={courseFields} />}
    />
  )
}

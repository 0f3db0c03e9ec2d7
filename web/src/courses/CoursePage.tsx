import { type Course, courseFields, courses } from '@academy/contract/courses/courses.ts'
import { useParams } from '@tanstack/react-router'
import { Form } from 'antd'
import { tagged } from '../kit/client.ts'
import { initialValues } from '../kit/Fields.tsx'
import { NewerNotice } from '../kit/NewerNotice.tsx'
import { Page, useBack } from '../kit/Page.tsx'
import { fileOf } from '../kit/PictureInput.tsx'
import { RecordFrame } from '../kit/RecordFrame.tsx'
import { useSend } from '../kit/send.ts'
import { useVersion } from '../kit/version.ts'
import { CourseForm, useGoOn } from './CourseForm.tsx'

const listing = '/course/listing'

/** The form of a course: a new one, or the one the address names. */
export function CoursePage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NewCourse /> : <SavedCourse key={id} id={id} />
}

function NewCourse() {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const goOn = useGoOn(back)
  const save = useSend(courses.create, { form, onDone: goOn.after })
  return (
    <Page title="Create Course" back={listing}>
      <CourseForm
        form={form}
        goOn={goOn}
        goOnText="Submit & Assign Schedule"
        sending={save.sending}
        onSubmit={(body) => save.send({ body })}
      />
    </Page>
  )
}

function SavedCourse({ id }: { id: string }) {
  return (
    <RecordFrame
      get={courses.get}
      id={id}
      noun="Course"
      back={listing}
      may={courses.update.may}
      nameOf={({ name }) => name}
    >
      {(course, readOnly) => <EditCourse course={course} readOnly={readOnly} />}
    </RecordFrame>
  )
}

const valuesOf = (course: Course) => initialValues(courseFields, course)

function EditCourse({ course, readOnly }: { course: Course; readOnly: boolean }) {
  const [form] = Form.useForm()
  const back = useBack(listing)
  const goOn = useGoOn(back)
  const params = { id: course._id }
  const version = useVersion({ form, record: course, valuesOf, read: () => tagged(courses.get, { params }) })
  const save = useSend(courses.update, { form, prepare: version.prepare, onDone: goOn.after })
  const removal = useSend(courses.removePicture, { danger: true, okText: 'Remove' })
  return (
    <CourseForm
      form={form}
      course={course}
      goOn={goOn}
      goOnText="Update & Edit Schedule"
      sending={save.sending}
      readOnly={readOnly}
      onSubmit={(body) => save.send({ params, body })}
      onRemovePicture={async (address) => {
        const without = await removal.send({ params: { ...params, file: fileOf(address) } })
        if (without) version.accept({ picture: null, pictureDIR: null, thumbnail: null, updatedAt: without.updatedAt })
        return without !== undefined
      }}
      notice={<NewerNotice version={version} fields={courseFields} />}
    />
  )
}

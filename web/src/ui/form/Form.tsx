export { Form, type FormInstance, type FormRule } from 'antd'
